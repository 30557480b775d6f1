package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/internal/testing/listing"
)

// A tree with parameters, Copies and the DBlock of a group lies in the binary's data: nothing runs at program start.
func TestParametersAndCopiesAreStaticData(t *testing.T) {
	text := listing.Of(t, "./testdata/static")
	for _, variable := range []string{"moveTo", "obey", "rounds", "Root"} {
		assert.Regexp(t, `(?m)/testdata/static\.`+variable+` SDATA `, text, "it has its contents")
	}
	if instructions, found := listing.Init(text, "/testdata/static"); found {
		assert.Equal(t, []string{"RET"}, instructions)
	}
}

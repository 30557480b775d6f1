package blackboard_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/listing"
)

// Keys and a tree that lists them lie in the binary's data: nothing runs at program start.
func TestKeysAreStaticData(t *testing.T) {
	text := listing.Of(t, "./testdata/static")
	for _, variable := range []string{"hunger", "route", "tries", "Root"} {
		assert.Regexp(t, `(?m)/testdata/static\.`+variable+` SDATA `, text, "it has its contents")
	}
	if instructions, found := listing.Init(text, "/testdata/static"); found {
		assert.Equal(t, []string{"RET"}, instructions)
	}
}

// A key cannot be converted to one of another type, which would share its values.
func TestKeysDoNotConvert(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command here")
	}
	out, err := exec.Command("go", "build", "./testdata/convert").CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "cannot convert k")
}

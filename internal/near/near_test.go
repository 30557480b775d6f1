package near

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNames(t *testing.T) {
	all := []string{"GUARD", "GUARD_NEST", "GRAZE", "EAT", "EAT_GRAZE", "GUARD"}
	for asked, want := range map[string][]string{
		"GAURD": {"GUARD"}, "guard": {"GUARD", "GUARD_NEST"}, "EATT": {"EAT"}, "GRAZ": {"GRAZE", "EAT_GRAZE"}, "": nil, "ZZZZZZ": nil,
	} {
		assert.Equal(t, want, Names(asked, slices.Values(all)), asked)
	}
}

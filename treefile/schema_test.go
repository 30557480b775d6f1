package treefile_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/treefile"
)

// The published schema is that of the code. Module treefile/treeyaml checks with a library that it accepts what Load does.
func TestSchema(t *testing.T) {
	var all *treefile.Registry[*sheep]
	golden.Equal(t, "../v1.schema.json", string(all.Schema()))
	golden.Equal(t, "minds.schema.json", string(minds().Schema()))
	for _, name := range []string{"v1.schema.json", "testdata/minds.schema.json"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.True(t, json.Valid(text), name)
	}
}

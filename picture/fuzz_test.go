package picture_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/picture"
)

// FuzzNames draws trees with any names.
func FuzzNames(f *testing.F) {
	f.Add("EAT", "DOZE")
	f.Add("\"]\nend", "<br/>`\\")
	f.Add("\xff\x00\ufffe", "]]>")
	f.Fuzz(func(t *testing.T, name, other string) {
		tree, err := decider.InitializeTreeData(&node{Name: name, Children: children{{Name: other, Behavior: ball.Children[0].Behavior}}})
		if err != nil {
			return
		}
		d := tree.Describe()
		o := picture.Options{Title: other, Mark: name}
		var b strings.Builder
		require.NoError(t, picture.SVG(&b, d, o))
		wellFormed(t, b.String())
		for _, kind := range []string{"mmd", "dot"} {
			text := drawn(t, kind, d, o)
			for line := range strings.Lines(text) {
				bare := strings.ReplaceAll(strings.ReplaceAll(line, `\\`, ""), `\"`, "")
				require.Zero(t, strings.Count(bare, `"`)%2, line)
			}
			require.Less(t, strings.Count(text, "\n"), 14)
		}
		require.NoError(t, picture.SVG(io.Discard, d, picture.Options{}))
	})
}

package picture_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/picture"
)

// A behavior with a parameter is drawn with it, also where it has the decider's name; a copy is drawn like any other part.
func TestPicturesShowParameters(t *testing.T) {
	type spot struct{ X, Y int }
	moveTo := &behavior.WithDBlock[*creature, spot, struct{}]{Name: "MOVE_TO"}
	walk := &node{Name: "WALK", Children: children{{Name: "WELL", Behavior: &behavior.Given[*creature, spot]{Value: spot{4, 3}, Behavior: moveTo}}}}
	tree := decider.MustInitializeTreeData(&node{Name: "ROOT", Children: children{{Name: "AGAIN", Decide: afraid, Copy: walk}, walk}})
	var text strings.Builder
	require.NoError(t, picture.Mermaid(&text, tree.Describe(), picture.Options{}))
	assert.Contains(t, text.String(), "AGAIN/WELL<br/>▸ MOVE_TO {X:4 Y:3}")
	assert.Contains(t, text.String(), `"WELL<br/>▸ MOVE_TO {X:4 Y:3}`)
}

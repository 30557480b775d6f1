package treefile_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/treefile"
	"github.com/decidertree/decidertree/world"
)

// Every field becomes the declaration's.
func TestLoadOfEveryField(t *testing.T) {
	text, err := os.ReadFile("testdata/all.json")
	require.NoError(t, err)
	r := minds()
	root, err := r.Declaration("all.json", text)
	require.NoError(t, err)
	c := root.Children
	require.Len(t, c, 9)
	flee := c[0]
	assert.Equal(t, decider.Check{All: 1, None: 2, Any: 0x13, NotAll: 3}, flee.DecisionFlags)
	assert.Equal(t, stimuli.Check{Any: 1}, flee.StimuliFlags)
	assert.Same(t, &run, flee.Behavior)
	assert.Equal(t, behavior.BehaviorFlags(0x10), flee.BehaviorFlags)
	assert.Equal(t, decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilFailure, Timeout: 2.5, Outcome: decider.Inverted, Limit: 3}, flee.Modifiers)
	assert.Equal(t, []any{1.5, 0.25, 2.0}, []any{flee.Cooldown, flee.Every, flee.Decide(nil) * 4})
	assert.Same(t, &shed, flee.Gate)
	assert.Equal(t, uint64(7), flee.GateKey(nil))

	group := c[1]
	assert.Equal(t, []any{decider.Concurrent, decider.RejectedFails, 2, 1}, []any{group.Policy, group.Options, group.SucceedAt, group.FailAt})
	assert.Same(t, flee, group.Children[1], "shared")
	assert.Equal(t, &world.Squad{Name: "PACK", Agents: 2, Roles: []world.Role{3, 3}, KeepOthers: true}, group.Squad)
	assert.Equal(t, uint64(7), group.SquadKey(nil))
	assert.Equal(t, world.AllRoles, group.CanPlay(nil))
	assert.Equal(t, world.Role(3), group.Children[0].Role)
	assert.Equal(t, decider.Keys{&fear}, group.Keys)
	assert.Equal(t, &world.Gate{Name: "HOLE", Max: 1, Cooldown: 3, AgentCooldown: 4}, group.Children[0].Gate)

	assert.Equal(t, []any{decider.Scored, 0.5}, []any{c[2].Policy, c[2].Margin})
	assert.Equal(t, behavior.Wait[*sheep]{Name: "NAP", Seconds: 2}, c[2].Children[0].Behavior)
	assert.Equal(t, behavior.Succeed[*sheep]{}, c[2].Children[1].Behavior)
	assert.Equal(t, behavior.Fail[*sheep]{}, c[2].Children[2].Behavior)
	assert.Same(t, &look, c[3].DBlock)
	assert.Equal(t, "NAP", c[4].Jump)
	assert.Same(t, &hand, c[5].Slot)
	assert.Same(t, &guard, c[6].Copy)
	assert.Equal(t, "STROLL", c[8].Copy.Name)

	given := c[8].Copy.Behavior.(*behavior.Given[*sheep, spot])
	assert.Equal(t, spot{X: 3, Y: 0, Speed: 1, tags: []string{"a", "b"}, wide: [2]bool{false, true}}, given.Value)
	assert.Same(t, &walk, given.Behavior)

	assert.Equal(t, &decider.Slot[*sheep]{Name: "PAW", Reserve: 32}, c[7].Slot)

	again, err := r.Declaration("all.json", text)
	require.NoError(t, err)
	assert.Same(t, root.Children[1].Squad, again.Children[1].Squad, "a file's squads, gates and slots are made once")
	assert.Same(t, c[7].Slot, again.Children[7].Slot)

	saved, err := r.Save(root)
	require.NoError(t, err)
	assert.JSONEq(t, string(text), string(saved))
}

// Each error is one line with the position, what is wrong, and what to do.
func TestErrors(t *testing.T) {
	text, err := os.ReadFile("testdata/errors.json")
	require.NoError(t, err)
	_, err = minds().Load("errors.json", text)
	require.Error(t, err)
	golden.Equal(t, "errors.txt", err.Error()+"\n")
	for _, sentinel := range []error{treefile.ErrField, treefile.ErrUnknown, treefile.ErrTwice, treefile.ErrTree, declaration.NameTwice} {
		assert.ErrorIs(t, err, sentinel)
	}
}

func TestFilesThatAreNoTrees(t *testing.T) {
	deep := strings.Repeat(`{"version":1,"tree":{"name":"A","children":[`, 10000)
	for _, c := range []struct {
		what, text string
		err        error
		says       string
	}{
		{"nothing", "", treefile.ErrSyntax, "f:1:1: the file ends here"},
		{"cut off", `{"version": 1,` + "\n" + `"tree": {"name": "A`, treefile.ErrSyntax, "f:2:20: the file ends here"},
		{"no JSON", "root:\n  name: A", treefile.ErrSyntax, "f:1:1: invalid character 'r'"},
		{"a comma", "{\n\"version\": 1,\n}", treefile.ErrSyntax, "f:3:1: "},
		{"more text", `{"version": 1, "tree": {"name": "A", "behavior": "EAT"}} {}`, treefile.ErrSyntax, "after the end"},
		{"not UTF-8", "{\"version\": \xff}", treefile.ErrSyntax, "f:1:13: this is not UTF-8"},
		{"a list", "[]", treefile.ErrField, "a list, not an object"},
		{"null", "null", treefile.ErrField, "null, not an object"},
		{"no version", `{"tree": {"name": "A", "behavior": "EAT"}}`, treefile.ErrField, `write "version": 1`},
		{"a later version", `{"version": 2, "forest": 1}`, treefile.ErrVersion, "the file has version 2"},
		{"no tree", `{"version": 1}`, treefile.ErrField, "the file has no tree"},
		{"deep", deep, treefile.ErrLimit, "more than 1024 deep"},
		{"large", strings.Repeat(" ", treefile.MaxFile+1), treefile.ErrLimit, "more than 33554432"},
		{"wide", `{"version":1,"tree":{"name":"A","children":[` + strings.Repeat(`{"name":"B"},`, 70000) + `{"name":"C"}]}}`, treefile.ErrLimit, "70002 deciders"},
	} {
		tree, err := minds().Load("f", []byte(c.text))
		assert.Nil(t, tree, c.what)
		assert.ErrorIs(t, err, c.err, c.what)
		if assert.Error(t, err, c.what) {
			assert.Contains(t, err.Error(), c.says, c.what)
		}
	}
}

// A file with an error in every decider tells the first hundred.
func TestManyErrors(t *testing.T) {
	_, err := minds().Load("f", []byte(`{"version":1,"tree":{"name":"A","children":[`+strings.Repeat(`{"name":"B", "decide":"no"},`, 2000)+`{"name":"C"}]}}`))
	var all treefile.Errors
	require.True(t, errors.As(err, &all))
	assert.Len(t, all, 100)
}

// A Registry with nothing in it loads what names nothing, and so does none at all.
func TestNoRegistry(t *testing.T) {
	var none *treefile.Registry[*sheep]
	tree, err := none.Load("f", []byte(`{"version": 1, "tree": {"name": "A", "children": [{"name": "B", "decisionFlags": {"all": ["0x4"]}, "behavior": {"wait": 1}}]}}`))
	require.NoError(t, err)
	assert.Equal(t, 2, tree.MemoryRequirements().Deciders)
	text, err := none.Save(&Decider{Name: "A", Behavior: &eat})
	assert.ErrorIs(t, err, treefile.ErrUnsaid)
	assert.ErrorContains(t, err, `A: behavior: the Registry has no behavior "EAT"; add it to the Registry's Behaviors`)
	assert.Contains(t, string(text), `"name": "A"`)
	_, err = none.Save(nil)
	assert.ErrorIs(t, err, treefile.ErrUnsaid)
}

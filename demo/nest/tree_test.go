package nest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/internal/testing/listing"
)

// The trees lie in the binary's data: nothing runs to build them.
func TestInitIsALoneReturn(t *testing.T) {
	instructions, found := listing.Init(listing.Of(t, "."), "demo/nest")
	if !found {
		t.Fatal("no init in the listing; without any, nothing runs either, but then this test is blind")
	}
	assert.Equal(t, []string{"RET"}, instructions)
}

func TestTreesInitialize(t *testing.T) {
	for _, root := range []*nest.Decider{&nest.Root, &nest.Hunter, &nest.Ball, &nest.Mushroom} {
		tree, err := decider.InitializeTreeData(root)
		require.NoError(t, err)
		// A few bytes of an agent's own.
		assert.Less(t, tree.MemoryRequirements().Bytes, 640, root.Name)
	}
}

// The tree is one screen: a person sees all of a mind at once. So is each part of it that has a file of its own.
func TestTreeFitsOneScreen(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	trees := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		if !strings.Contains(string(source), "Children: Children{") || strings.HasSuffix(file, "_test.go") {
			continue
		}
		trees++
		lines := strings.Split(strings.TrimSpace(string(source)), "\n")
		assert.LessOrEqual(t, len(lines), 90, file)
		for i, line := range lines {
			assert.LessOrEqual(t, len(strings.ReplaceAll(line, "\t", "    ")), 124, "%s:%d", file, i+1)
		}
	}
	assert.Equal(t, 10, trees)
}

// walk calls f for every decider once, however many places it stands in, and returns how many places there are.
func walk(d *nest.Decider, seen map[*nest.Decider]bool, f func(*nest.Decider)) (places int) {
	if !seen[d] {
		seen[d] = true
		f(d)
	}
	places = 1
	for _, child := range d.Children {
		places += walk(child, seen, f)
	}
	return places
}

func TestEveryFeatureIsUsed(t *testing.T) {
	used := map[string]bool{}
	use := func(what string, so bool) { used[what] = used[what] || so }
	seen := map[*nest.Decider]bool{}
	look := func(d *nest.Decider) {
		if d.Children != nil {
			use(d.Policy.String(), true)
		}
		for _, f := range []decider.Options{decider.CallDecideOnRedecide, decider.DelegateDecide, decider.FinishWithChild,
			decider.Monitor, decider.Barrier} {
			use(f.String(), d.Options&f != 0)
		}
		use("Every", d.Every > 0)
		use("Cooldown", d.Cooldown > 0)
		use("DecisionFlags All", d.DecisionFlags.All != 0)
		use("DecisionFlags None", d.DecisionFlags.None != 0)
		use("StimuliFlags All", d.StimuliFlags.All != 0)
		use("StimuliFlags Any", d.StimuliFlags.Any != 0)
		use("StimuliFlags None", d.StimuliFlags.None != 0)
		use("Decide", d.Decide != nil)
		use("Weight", d.Weight != 0)
		use("group behavior", d.Behavior != nil && d.Children != nil)
		use("BehaviorFlags", d.BehaviorFlags != 0)
		use("DBlock", d.DBlock != nil)
		use("Margin", d.Margin != 0)
		use("Jump", d.Jump != "")
		use("SucceedAt", d.SucceedAt != 0)
		use("Slot", d.Slot != nil)
		use("Keys", d.Keys != nil)
		use("Repeat", d.Modifiers.Repeat > 1)
		use("Repeat Forever", d.Modifiers.Repeat == decider.Forever)
		use("Until", d.Modifiers.Until != decider.UntilDone)
		use("Timeout", d.Modifiers.Timeout > 0)
		use("Outcome", d.Modifiers.Outcome != decider.AsIs)
		use("DecisionFlags Any", d.DecisionFlags.Any != 0)
		use("Gate", d.Gate != nil)
		use("GateKey", d.GateKey != nil)
		use("Squad", d.Squad != nil)
		use("SquadKey", d.SquadKey != nil)
		use("CanPlay", d.CanPlay != nil)
		use("Role", d.Role != 0)
	}
	places := walk(&nest.Root, seen, look)
	use("shared decider", places > len(seen))
	for _, other := range []*nest.Decider{&nest.Hunter, &nest.Ball, &nest.Mushroom} {
		walk(other, map[*nest.Decider]bool{}, look)
	}
	for what, so := range used {
		assert.True(t, so, what)
	}
	for p := decider.PrioritizedList; p <= decider.Concurrent; p++ {
		// What must hold on while something runs is a condition here, not a behavior: see the package's text.
		reactive := p == decider.ReactiveSequence || p == decider.ReactiveSelector
		assert.Equal(t, !reactive, used[p.String()], p.String())
	}
}

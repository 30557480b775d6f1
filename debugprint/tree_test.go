package debugprint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/golden"
)

// A whole day of a real tree, at every level.
func TestOutputOfATree(t *testing.T) {
	for level := event.Level(0); level <= 5; level++ {
		t.Run(fmt.Sprint(level), func(t *testing.T) {
			var b strings.Builder
			o := &debugprint.Output{Level: level, W: &b}
			live(t, o)
			require.NoError(t, o.Err())
			golden.Equal(t, fmt.Sprintf("nest_level%d.golden", level), b.String())
		})
	}
}

func TestOutputOfATreeWithNames(t *testing.T) {
	var b strings.Builder
	live(t, &debugprint.Output{Level: 3, W: &b, Names: names})
	golden.Equal(t, "nest_names.golden", b.String())
}

// Lines of a level are the lines of that level in any output above it.
func TestLevelsAreNested(t *testing.T) {
	var all strings.Builder
	live(t, &debugprint.Output{Level: 5, W: &all})
	for level := event.Level(0); level < 5; level++ {
		var want, got strings.Builder
		live(t, &debugprint.Output{Level: level, W: &got})
		for line := range strings.Lines(all.String()) {
			if line[3] <= '0'+byte(level) {
				want.WriteString(line)
			}
		}
		assert.Equal(t, want.String(), got.String(), "level %d", level)
	}
}

func TestDebugPrintStateOfATree(t *testing.T) {
	tree := decider.MustInitializeTreeData(&root)
	m := tree.NewMemory(nil, 7)
	never := debugprint.DebugPrintState(m, debugprint.WholeTree)
	assert.Equal(t, "(nothing active)", debugprint.DebugPrintState(m, debugprint.ActivePath))

	var g guard
	for _, now := range []float64{0, 4.5} {
		require.NoError(t, decider.TickBehaviorTree(m, &g, decider.Input{Time: now}))
	}
	golden.Equal(t, "nest_state.golden", strings.Join([]string{
		"never ticked:", never,
		"active path:", debugprint.DebugPrintState(m, debugprint.ActivePath),
		"whole tree:", debugprint.DebugPrintState(m, debugprint.WholeTree),
		"with names, fighting:", fighting(t, m),
	}, "\n")+"\n")

	require.NoError(t, m.Close())
	assert.Equal(t, "(nothing active)", debugprint.DebugPrintState(m, debugprint.ActivePath))
}

func fighting(t *testing.T, m *decider.Memory[*guard]) string {
	require.NoError(t, decider.TickBehaviorTree(m, &guard{Enemy: 1}, decider.Input{Time: 9}))
	return names.DebugPrintState(m, debugprint.ActivePath)
}

func TestMemoryThatIsNotSound(t *testing.T) {
	var none *decider.Memory[*guard]
	var zero decider.Memory[*guard]
	for _, mode := range []debugprint.Mode{debugprint.ActivePath, debugprint.WholeTree} {
		assert.Equal(t, "(no memory)", debugprint.DebugPrintState(none, mode))
	}
	assert.Equal(t, "(nothing active)", debugprint.DebugPrintState(&zero, debugprint.ActivePath))
	assert.Equal(t, "(no deciders)", debugprint.DebugPrintState(&zero, debugprint.WholeTree))
}

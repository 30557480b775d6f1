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

// forms are the two forms of text, with the folder of their goldens.
var forms = []struct {
	mode   debugprint.Mode
	folder string
}{{0, "readable/"}, {debugprint.Spore, ""}}

var allModes = []debugprint.Mode{debugprint.ActivePath, debugprint.WholeTree, debugprint.Spore, debugprint.WholeTree | debugprint.Spore}

// A whole day of a real tree, at every level.
func TestOutputOfATree(t *testing.T) {
	for _, form := range forms {
		for level := event.Level(1); level <= 5; level++ {
			t.Run(fmt.Sprint(form.folder, level), func(t *testing.T) {
				var b strings.Builder
				o := &debugprint.Output{Level: level, W: &b, Mode: form.mode}
				live(t, o)
				require.NoError(t, o.Err())
				golden.Equal(t, fmt.Sprintf("%snest_level%d.golden", form.folder, level), b.String())
			})
		}
	}
}

func TestOutputOfATreeWithNames(t *testing.T) {
	for _, form := range forms {
		var b strings.Builder
		live(t, &debugprint.Output{Level: 3, W: &b, Names: names, Mode: form.mode})
		golden.Equal(t, form.folder+"nest_names.golden", b.String())
	}
}

// Lines of a level are the lines of that level in any output above it.
func TestLevelsAreNested(t *testing.T) {
	var all strings.Builder
	live(t, &debugprint.Output{Level: 5, W: &all, Mode: debugprint.Spore})
	for level := event.Level(1); level < 5; level++ {
		var want, got strings.Builder
		live(t, &debugprint.Output{Level: level, W: &got, Mode: debugprint.Spore})
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
	for _, form := range forms {
		m := tree.NewMemory(nil, 7)
		never := debugprint.DebugPrintState(m, form.mode|debugprint.WholeTree)
		assert.Equal(t, "(nothing active)", debugprint.DebugPrintState(m, form.mode))

		var g guard
		for _, now := range []float64{0, 4.5} {
			require.NoError(t, decider.TickBehaviorTree(m, &g, decider.Input{Time: now}))
		}
		golden.Equal(t, form.folder+"nest_state.golden", strings.Join([]string{
			"never ticked:", never,
			"active path:", debugprint.DebugPrintState(m, form.mode),
			"whole tree:", debugprint.DebugPrintState(m, form.mode|debugprint.WholeTree),
			"with names, fighting:", fighting(t, m, form.mode),
		}, "\n")+"\n")

		require.NoError(t, m.Close())
		assert.Equal(t, "(nothing active)", debugprint.DebugPrintState(m, form.mode))
	}
}

func fighting(t *testing.T, m *decider.Memory[*guard], form debugprint.Mode) string {
	require.NoError(t, decider.TickBehaviorTree(m, &guard{Enemy: 1}, decider.Input{Time: 9}))
	return names.DebugPrintState(m, form)
}

func TestMemoryThatIsNotSound(t *testing.T) {
	var none *decider.Memory[*guard]
	var zero decider.Memory[*guard]
	for _, mode := range allModes {
		assert.Equal(t, "(no memory)", debugprint.DebugPrintState(none, mode))
	}
	for _, form := range forms {
		assert.Equal(t, "(nothing active)", debugprint.DebugPrintState(&zero, form.mode))
		assert.Equal(t, "(no deciders)", debugprint.DebugPrintState(&zero, form.mode|debugprint.WholeTree))
	}
}

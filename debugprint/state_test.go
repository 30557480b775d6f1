package debugprint_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
)

// states is a Stater made by hand.
type states []state.Decider

func (s states) StateAt(cursor int, activeOnly bool) (state.Decider, int) {
	for ; cursor < len(s); cursor++ {
		if s[cursor].Active || !activeOnly {
			return s[cursor], cursor + 1
		}
	}
	return state.Decider{}, -1
}

func label(name string, id uint32) event.Label { return event.Label{Name: name, ID: id} }

// spore is the example of the Spore text, with its own numbers.
var spore = states{
	{Decider: label("ROOT", 0x2d5e207), Kind: declaration.GroupDecider, Children: 2, Active: true, ActiveChild: 1, Duration: 34.32},
	{Depth: 1, Decider: label("DIE", 0x2d5e211), Behavior: label("DIE", 0x2c20c20), ActiveChild: -1},
	{
		Depth: 1, Index: 1, Decider: label("GUARD_NEST_GROUP", 0x2d5e200), Kind: declaration.GroupDecider, Options: 1, Children: 4,
		Active: true, ActiveChild: 3, Duration: 34.32, Behavior: label("GUARD_NEST_GROUP", 0x2c20c25),
	},
	{
		Depth: 2, Index: 1, Decider: label("GUARD_NEST_FIGHT", 0x2d5e201), ActiveChild: -1,
		Behavior: label("FIGHT", 0x2c20c21), BehaviorFlags: 3, BlockSize: 16,
	},
	{
		Depth: 2, Index: 3, Decider: label("GUARD_NEST_PATROL", 0x2d5e203), Active: true, ActiveChild: -1, Duration: 4.51,
		Behavior: label("PATROL", 0x2c20c23),
	},
	{Depth: 1, Index: 2, Decider: label("GO_HOME", 0x5), Kind: declaration.ReferenceDecider, ActiveChild: -1, Target: label("HOME", 0x6)},
	{Depth: 1, Index: 3, Decider: label("IDLE", 0x7), Kind: declaration.GroupDecider, Policy: decider.Shuffle, Options: 6, Children: 3, TurnsLeft: 3, ActiveChild: -1},
}

func TestDebugPrintStateAsSpore(t *testing.T) {
	assert.Equal(t, strings.TrimPrefix(`
*0:ROOT/0x2d5e207 (Group, PrioritizedList 0x0) time: 34.32 [(no group behavior)] idx: 1
  *1:GUARD_NEST_GROUP/0x2d5e200 (Group, PrioritizedList 0x1) time: 34.32 [GUARD_NEST_GROUP/0x2c20c25] (0x00000000 0) idx: 3
    *3:GUARD_NEST_PATROL/0x2d5e203 (Behavior 0x0) time: 4.51 [PATROL/0x2c20c23] (0x00000000 0)`, "\n"),
		debugprint.DebugPrintState(spore, debugprint.Spore))
	assert.Equal(t, strings.TrimPrefix(`
*0:ROOT/0x2d5e207 (Group, PrioritizedList 0x0) time: 34.32 [(no group behavior)] idx: 1
   0:DIE/0x2d5e211 (Behavior 0x0) [DIE/0x2c20c20] (0x00000000 0)
  *1:GUARD_NEST_GROUP/0x2d5e200 (Group, PrioritizedList 0x1) time: 34.32 [GUARD_NEST_GROUP/0x2c20c25] (0x00000000 0) idx: 3
     1:GUARD_NEST_FIGHT/0x2d5e201 (Behavior 0x0) [FIGHT/0x2c20c21] (0x00000003 16)
    *3:GUARD_NEST_PATROL/0x2d5e203 (Behavior 0x0) time: 4.51 [PATROL/0x2c20c23] (0x00000000 0)
   2:GO_HOME/0x5 (Reference 0x0) -> HOME/0x6
   3:IDLE/0x7 (Group, Shuffle 0x6) [(no group behavior)] idx: -1`, "\n"),
		debugprint.DebugPrintState(spore, debugprint.WholeTree|debugprint.Spore))
	assert.Contains(t, names.DebugPrintState(spore, debugprint.WholeTree|debugprint.Spore),
		"[FIGHT/0x2c20c21] (Quietly|ToTheDeath 0x00000003 16)")
}

// A line ends with pending children, Leaves and iterations.
func TestDebugPrintStateOfWhatIsMore(t *testing.T) {
	group := state.Decider{Decider: label("G", 1), Kind: declaration.GroupDecider, Policy: decider.Concurrent, Active: true, Children: 100}
	line := func(change func(*state.Decider)) string {
		s := group
		change(&s)
		_, end, _ := strings.Cut(debugprint.DebugPrintState(states{s}, debugprint.Spore), "[(no group behavior)] ")
		return end
	}
	children := func(first, count int, set uint64) string {
		return line(func(s *state.Decider) { s.ActiveChild, s.ActiveCount, s.ActiveSet = first, count, set })
	}
	assert.Equal(t, "idx: -1", children(-1, 0, 0))
	assert.Equal(t, "idx: 2", children(2, 1, 4))
	assert.Equal(t, "idx: 70", children(70, 1, 0), "past the set")
	assert.Equal(t, "idx: 0,2,63", children(0, 3, 1<<63|5))
	assert.Equal(t, "idx: 63 and 2 more", children(63, 3, 1<<63))
	assert.Equal(t, "idx: 70", children(70, 3, 0), "all past the set")
	assert.Equal(t, "idx: 0 pending: FLEE/0x2", line(func(s *state.Decider) { s.Pending = label("FLEE", 2) }))
	assert.Equal(t, "idx: 0 leaving: 0.80 left iteration: 3, resting",
		line(func(s *state.Decider) { s.Leaving, s.LeaveLeft, s.Iteration, s.Resting = true, 0.8, 3, true }))
}

// With the same tree plugged in twice at one depth, each has its own values.
func TestValuesOfATreePluggedInTwice(t *testing.T) {
	root, ball := camp()
	var second decider.Slot[*camper]
	second.Reserve, second.Name = 256, "SECOND"
	fire := root.Children[1].Children[1]
	fire.Children = append(fire.Children, &camperDecider{Name: "PLAY_ON", Slot: &second})
	thing := decider.MustInitializeTreeData(ball)
	m := decider.MustInitializeTreeData(root).NewMemory(nil, 7)
	assert.NoError(t, m.Plug(&toy, thing))
	assert.NoError(t, decider.TickBehaviorTree(m, &camper{}, decider.Input{}))
	assert.NoError(t, m.Plug(&second, thing))
	text := debugprint.DebugPrintState(m, debugprint.WholeTree|debugprint.Spore)
	_, text, _ = strings.Cut(text, "(Slot, plugged BALL/0xe02559e4 0x0)")
	first, last, found := strings.Cut(text, "(Slot, plugged BALL/0xe02559e4 0x0)")
	assert.True(t, found)
	assert.Equal(t, 1, strings.Count(first, "bounce: 0.5"))
	assert.Equal(t, 1, strings.Count(first, "bounce"))
	assert.Equal(t, 1, strings.Count(last, "bounce: 0\n"))
	assert.Equal(t, 1, strings.Count(last, "bounce"))
}

func TestDebugPrintStateOfNothing(t *testing.T) {
	for _, mode := range allModes {
		assert.Equal(t, "(no memory)", debugprint.DebugPrintState(nil, mode))
	}
	for _, form := range forms {
		assert.Equal(t, "(nothing active)", debugprint.DebugPrintState(states{}, form.mode))
		assert.Equal(t, "(no deciders)", debugprint.DebugPrintState(states{}, form.mode|debugprint.WholeTree))
	}
}

func TestDebugPrintStateOfOddThings(t *testing.T) {
	for name, want := range map[string]string{
		"ENTRÉE 巣":            "ENTRÉE 巣/0x1",
		"":                    "/0x1",
		"two\nlines\ttab":     `two\nlines\ttab/0x1`,
		"\x1b[31mred\u202e\\": `\x1b[31mred\u202e\/0x1`,
		"broken \xff\xfe":     `broken \xff\xfe/0x1`,
		"replaced \ufffd":     "replaced \ufffd/0x1",
		"nul \x00 quote '":    `nul \x00 quote '/0x1`,
	} {
		got := debugprint.DebugPrintState(states{{Decider: label(name, 1), Active: true}}, debugprint.Spore)
		assert.Equal(t, "*0:"+want+" (Behavior 0x0) time: 0.00 [(no group behavior)]", got)
	}
	for duration, want := range map[float64]string{
		math.NaN(): "NaN", math.Inf(1): "+Inf", math.Copysign(0, -1): "0.00", 1e300: "1e+300", 1e6: "1000000.00",
	} {
		got := debugprint.DebugPrintState(states{{Duration: duration, Active: true}}, debugprint.Spore)
		assert.Contains(t, got, "time: "+want+" [")
	}
	odd := states{{Kind: 9, Policy: 200, Options: 255, Index: -1, ActiveChild: 1 << 30, BlockSize: 1 << 16, Behavior: label("B", 1<<31)}}
	assert.Equal(t, " -1:/0x0 (Kind(9) 0xff) [B/0x80000000] (0x00000000 65536)", debugprint.DebugPrintState(odd, debugprint.WholeTree|debugprint.Spore))
}

func TestMode(t *testing.T) {
	for mode, want := range []string{"ActivePath", "WholeTree", "Spore", "WholeTree|Spore", "Mode(4)"} {
		assert.Equal(t, want, debugprint.Mode(mode).String())
	}
	assert.Equal(t, "Mode(255)", debugprint.Mode(255).String())
}

func TestDebugPrintStateWideAndDeep(t *testing.T) {
	wide := states{{Decider: label("ROOT", 1), Kind: declaration.GroupDecider, Children: 1000, Active: true, ActiveChild: 999}}
	for i := range 1000 {
		wide = append(wide, state.Decider{Depth: 1, Index: i, Decider: label("CHILD", 2), Active: i == 999})
	}
	lines := strings.Split(debugprint.DebugPrintState(wide, debugprint.WholeTree|debugprint.Spore), "\n")
	assert.Len(t, lines, 1001)
	assert.True(t, strings.HasPrefix(lines[1000], "  *999:CHILD/0x2 "))
	assert.Len(t, strings.Split(debugprint.DebugPrintState(wide, debugprint.Spore), "\n"), 2)

	var deep states
	for i := range declaration.MaxDepth {
		deep = append(deep, state.Decider{Depth: i, Decider: label("D", 3), Active: true})
	}
	lines = strings.Split(debugprint.DebugPrintState(deep, debugprint.Spore), "\n")
	assert.Len(t, lines, declaration.MaxDepth)
	assert.True(t, strings.HasPrefix(lines[255], strings.Repeat("  ", 255)+"*0:D/0x3 "))
}

func TestAppendState(t *testing.T) {
	for _, mode := range allModes {
		b := debugprint.AppendState([]byte("#7 "), spore[:1], mode)
		assert.Equal(t, "#7 "+debugprint.DebugPrintState(spore[:1], mode), string(b), "it appends")
		assert.Equal(t, "#7 (no", string(debugprint.AppendState([]byte("#7 "), states{}, mode)[:6]))

		var stater debugprint.Stater = spore
		assert.Zero(t, testing.AllocsPerRun(100, func() { b = names.AppendState(b[:0], stater, mode) }), "%v", mode)
	}
}

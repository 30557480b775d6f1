package history_test

import (
	"errors"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// goat is an agent whose deciders go by what it is told: what Decide gives and what Tick returns, by name.
type goat struct {
	worth  map[string]float64
	status map[string]behavior.Status
	fails  bool
}

type (
	goatNode     = decider.Decider[*goat]
	goatChildren = decider.Children[*goat]
	goatContext  = behavior.Context[*goat]
)

func goatWorth(c *goatContext) float64 {
	if c.Agent.fails {
		c.Fail(errors.New("it is dark"))
	}
	return c.Agent.worth[c.DeciderName()]
}

func goatTick(c *goatContext) behavior.Status {
	if st, told := c.Agent.status[c.DeciderName()]; told {
		return st
	}
	return behavior.Running
}

func goatLeaf(name string) *goatNode {
	return &goatNode{Name: name, Decide: goatWorth, Behavior: &behavior.Behavior[*goat]{Name: name, Tick: goatTick}}
}

var (
	goatSlot = decider.Slot[*goat]{Name: "TOY", Reserve: 512}
	goatTree = goatNode{Name: "GOAT", Children: goatChildren{
		{Name: "FLEE", DecisionFlags: decider.Check{All: 1}, Behavior: &behavior.Behavior[*goat]{Name: "RUN", Tick: goatTick}},
		{Name: "LIVE", Decide: goatWorth, Children: goatChildren{goatLeaf("EAT"), goatLeaf("SLEEP")}},
		{Name: "PLAY", Decide: goatWorth, Slot: &goatSlot},
		{Name: "IDLE", Behavior: &behavior.Behavior[*goat]{Name: "STAND", Tick: goatTick}},
	}}
	ballTree = goatNode{Name: "BALL", Children: goatChildren{{Name: "KICK", Behavior: &behavior.Behavior[*goat]{Name: "KICK", Tick: goatTick}}}}
	goatBits = debugprint.Names{Decision: debugprint.BitNames{"Wolf", "Night"}, Stimuli: debugprint.BitNames{"Howl", "Crack"}}
)

// goatRun ticks a goat every half second and records it. each sets its state in a tick.
func goatRun(t *testing.T, id world.AgentID, ticks int, each func(frame int, g *goat, set *stimuli.Set, m *decider.Memory[*goat]) decider.DecisionFlags) *history.Recording {
	t.Helper()
	tree, err := decider.InitializeTreeData(&goatTree)
	require.NoError(t, err)
	w := world.New(world.Options{Seed: 1})
	m := tree.NewMemory(w, id)
	r := history.New(history.Options{BytesEach: 1 << 16, Names: goatBits})
	require.NoError(t, m.Record(r))
	set := stimuli.NewSet(4)
	for i := 1; i <= ticks; i++ {
		g := &goat{worth: map[string]float64{}}
		_ = w.Advance(0.5)
		flags := each(i, g, set, m)
		_ = decider.TickBehaviorTree(m, g, decider.Input{Time: 0.5 * float64(i), DT: 0.5, DecisionFlags: flags, Stimuli: set})
	}
	return r.Recording()
}

func goatDay(t *testing.T, id world.AgentID) *history.Recording {
	t.Helper()
	ball, err := decider.InitializeTreeData(&ballTree)
	require.NoError(t, err)
	return goatRun(t, id, 12, func(frame int, g *goat, set *stimuli.Set, m *decider.Memory[*goat]) decider.DecisionFlags {
		switch frame {
		case 3:
			g.worth["LIVE"], g.worth["SLEEP"] = 1, 1
			_ = set.Add(stimuli.Note(2, 10))
		case 4:
			g.fails = true
			return 2
		case 5:
			g.status = map[string]behavior.Status{"SLEEP": behavior.Failure}
		case 7:
			return 1
		case 8:
			g.status = map[string]behavior.Status{"FLEE": behavior.Success}
			require.NoError(t, m.Plug(&goatSlot, ball))
			g.worth["PLAY"] = 1
		case 10:
			require.NoError(t, m.Reset())
		}
		return 0
	})
}

// spansOf are a lane's spans without what their names repeat.
func spansOf(t *testing.T, lanes []history.Lane, decider string) []history.Span {
	t.Helper()
	for _, l := range lanes {
		if l.Decider == decider {
			return l.Spans
		}
	}
	require.Fail(t, "no lane", decider)
	return nil
}

func TestTimeline(t *testing.T) {
	rec := goatDay(t, 3)
	line, err := rec.Timeline(3, 0, math.MaxUint64)
	require.NoError(t, err)
	var names []string
	for _, l := range line.Lanes {
		names = append(names, l.Path)
	}
	assert.Equal(t, []string{"GOAT", "GOAT > FLEE", "GOAT > LIVE", "GOAT > PLAY", "GOAT > IDLE", "GOAT > LIVE > SLEEP", "BALL", "BALL > KICK"}, names)
	assert.Equal(t, history.Span{From: 3, To: 5, Begin: 1.5, End: 2.5, Reason: behavior.Failed, Ended: "Failed"}, spansOf(t, line.Lanes, "SLEEP")[0])
	assert.Equal(t, history.Span{From: 7, To: 8, Begin: 3.5, End: 4, Reason: behavior.Succeeded, Ended: "Succeeded"}, spansOf(t, line.Lanes, "FLEE")[0])
	idle := spansOf(t, line.Lanes, "IDLE")
	assert.Equal(t, behavior.Interrupted, idle[0].Reason)
	assert.Equal(t, uint64(1), idle[0].From)
	kick := spansOf(t, line.Lanes, "KICK")
	assert.Equal(t, behavior.Reset, kick[len(kick)-1].Reason)

	var marks []string
	for _, m := range line.Marks {
		marks = append(marks, string(m.Kind)+" "+m.Words)
	}
	assert.Contains(t, marks, "stimulus Crack")
	assert.Contains(t, marks, "flag +Night")
	assert.Contains(t, marks, "flag +Wolf")
	assert.Contains(t, marks, "plug BALL was plugged into PLAY")
	assert.Contains(t, marks, "operation the agent was reset")
	assert.Contains(t, marks, "gap recording began here, or a snapshot was restored")
	errs := 0
	for _, m := range line.Marks {
		if m.Kind == "error" {
			assert.Contains(t, m.Words, "it is dark")
			assert.Equal(t, uint64(4), m.Frame)
			errs++
		}
	}
	assert.Positive(t, errs)
}

// The timeline of a part equals that part of the whole timeline.
func TestTimelineOfSomeFrames(t *testing.T) {
	rec := goatDay(t, 3)
	line, err := rec.Timeline(3, 4, 7)
	require.NoError(t, err)
	assert.Equal(t, uint64(4), line.From)
	assert.Equal(t, uint64(7), line.To)
	assert.Equal(t, history.Span{From: 4, To: 5, Begin: 1.5, End: 2.5, Reason: behavior.Failed, Ended: "Failed", Before: true}, spansOf(t, line.Lanes, "SLEEP")[0])
	assert.Equal(t, history.Span{From: 7, To: 7, Begin: 3.5, End: 3.5}, spansOf(t, line.Lanes, "FLEE")[0], "it goes on")

	_, err = rec.Timeline(9, 0, 1)
	require.ErrorIs(t, err, history.ErrNotRecorded)
	_, err = rec.Timeline(9, 0, math.MaxUint64)
	require.ErrorIs(t, err, history.ErrNotRecorded)
}

// Several goroutines may use a recording at once.
func TestTimelinesAtOnce(t *testing.T) {
	rec := goatDay(t, 3)
	want, err := rec.Timeline(3, 0, math.MaxUint64)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got, err := rec.Timeline(3, 0, math.MaxUint64)
			assert.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
	wg.Wait()
}

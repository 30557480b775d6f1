package crowd_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// asker is an agent that requests something in a Tick, and whose Deactivates can break.
type asker struct {
	memory *decider.Memory[*asker] // nil in a crowd
	owes   int
	breaks func() // panics, or ends the goroutine; nil
	asks   func(*behavior.Context[*asker])
}

func asking(name string) *behavior.Behavior[*asker] {
	return &behavior.Behavior[*asker]{
		Name:     name,
		Activate: func(c *behavior.Context[*asker]) behavior.Status { c.Agent.owes++; return behavior.Running },
		Tick: func(c *behavior.Context[*asker]) behavior.Status {
			if c.Agent.asks != nil {
				c.Agent.asks(c)
			}
			return behavior.Running
		},
		Deactivate: func(c *behavior.Context[*asker]) {
			c.Agent.owes--
			if c.Agent.breaks != nil {
				c.Agent.breaks()
			}
		},
	}
}

// told keeps the events of one agent.
type told struct{ events []event.Event }

func (o *told) ObserveLevel(world.AgentID) event.Level { return 5 }
func (o *told) Observe(e *event.Event)                 { o.events = append(o.events, *e) }

// A Deactivate that ends the goroutine while a request of its agent's own tick is carried out ends the tick like a
// panic there: the whole path goes down, each error is told once, later requests are carried out, and the recording tells
// the same.
func TestRequestsWhereDeactivatesEndTheGoroutine(t *testing.T) {
	hand := decider.Slot[*asker]{Name: "HAND", Reserve: 256}
	toy := decider.MustInitializeTreeData(&decider.Decider[*asker]{Name: "TOY", Behavior: asking("PLAY")})
	tree := decider.MustInitializeTreeData(&decider.Decider[*asker]{Name: "ROOT", Behavior: asking("STAND"), Children: decider.Children[*asker]{
		{Name: "IN", Behavior: asking("SIT"), Children: decider.Children[*asker]{{Name: "USE", Slot: &hand}}},
	}})
	type context = behavior.Context[*asker]
	below := func(name string) func(*context) {
		return func(c *context) { _ = decider.ResetBelow(c, name) }
	}
	for name, asks := range map[string]func(*context){
		"Reset":           func(c *context) { _ = c.Agent.memory.Reset() },
		"Close":           func(c *context) { _ = c.Agent.memory.Close() },
		"ResetBelow":      below("IN"),
		"ResetBelow ROOT": below("ROOT"),
		"Unplug":          func(c *context) { _ = hand.Unplug(c) },
		"Plug":            func(c *context) { _ = hand.Plug(c, toy) },
		"several":         func(c *context) { below("USE")(c); below("IN")(c); _ = hand.Unplug(c); below("ROOT")(c) },
	} {
		for _, workers := range []int{0, 1, 2} { // 0: an agent alone
			if workers > 0 && (name == "Reset" || name == "Close") {
				continue
			}
			t.Run(name, func(t *testing.T) {
				w, a, heard := world.New(world.Options{}), &asker{}, &told{}
				rec := history.New(history.Options{})
				var id world.AgentID
				var tick func()
				if workers == 0 {
					id = w.NewAgent()
					a.memory = tree.NewMemory(w, id)
					require.NoError(t, a.memory.Record(rec))
					a.memory.Observe(heard)
					require.NoError(t, a.memory.Plug(&hand, toy))
					tick = func() { _ = decider.TickBehaviorTree(a.memory, a, decider.Input{Time: w.Time(), DT: 1}) }
				} else {
					c, err := crowd.New(w, tree, crowd.Options[*asker]{Name: "ASKERS", Workers: workers})
					require.NoError(t, err)
					id, err = c.Add(a)
					require.NoError(t, err)
					require.NoError(t, c.Record(rec))
					require.NoError(t, c.Observe(heard))
					view, err := c.View(id)
					require.NoError(t, err)
					require.NoError(t, view.Plug(&hand, toy))
					tick = func() { _, _ = c.Tick() }
				}
				heard.events = nil // the Plug is no tick
				frame := func() {
					require.NoError(t, w.Advance(1))
					apart(tick)
				}
				frame()
				require.Equal(t, 3, a.owes)
				a.breaks, a.asks = runtime.Goexit, func(c *context) { a.asks = nil; asks(c) }
				frame()
				assert.Zero(t, a.owes)
				failed := 0
				for i := range heard.events {
					if heard.events[i].Kind == event.Erred {
						failed++
					}
				}
				assert.Equal(t, 3, failed, "each Deactivate once")
				a.breaks = nil
				frame()
				frame()
				recording := rec.Recording()
				at := 0
				for e, err := range recording.Events(id, 1, w.Frame(), 5) {
					require.NoError(t, err)
					require.Less(t, at, len(heard.events))
					want := heard.events[at]
					if want.Err != nil { // its position is not recorded
						assert.ErrorIs(t, e.Err, decider.ErrPanic)
						want.Err = e.Err
					}
					require.Equal(t, want, *e, "event %d", at)
					at++
				}
				assert.Len(t, heard.events, at)
			})
		}
	}
}

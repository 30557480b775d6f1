package decider_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/why"
)

// Arguments that are refused wherever they are used.
var (
	foreignSlot = &stageSlot{Name: "HAND", Reserve: 4096} // not the one of that name
	noSlot      *stageSlot
	noTree      *stageTree
	ballTree    = decider.MustInitializeTreeData(&stageDecider{Name: "BALL", Behavior: acts("ACT", 0)})
	vastTree    = decider.MustInitializeTreeData(&stageDecider{Name: "VAST", Behavior: &behavior.WithBlock[*player, [4096]byte]{Name: "FILL"}})
	thirst      = blackboard.Key[int]{Name: "thirst"}
	thirstyTree = decider.MustInitializeTreeData(&stageDecider{Name: "DRINK", Keys: decider.Keys{&thirst}, Behavior: acts("ACT", 0)})
)

// askForNonsense makes every call that must be refused, inside a tick or between ticks, and returns those that were
// not refused with the right error.
func askForNonsense(g *stage, c *stageContext, inside bool) (wrong []string) {
	m := g.memory
	refused := func(what string, err error, as ...error) {
		if !slices.ContainsFunc(as, func(want error) bool { return errors.Is(err, want) }) {
			wrong = append(wrong, what)
		}
	}
	if inside {
		refused("tick", g.tick(0xff), decider.ErrReentrant)
		refused("tree's tick", m.Tree().Tick(m, g.player, decider.Input{Time: 1e9}), decider.ErrReentrant)
		_, err := why.Now(m, "ROOT")
		refused("why", err, decider.ErrReentrant)
	}
	refused("reset nobody", m.ResetBelow("NOBODY"), decider.ErrNoDecider)
	refused("reset nameless", m.ResetBelow(""), decider.ErrNoDecider)
	refused("plug into a foreign slot", m.Plug(foreignSlot, ballTree), decider.ErrNoSlot)
	refused("plug into no slot", m.Plug(noSlot, ballTree), decider.ErrNoSlot)
	refused("unplug a foreign slot", m.Unplug(foreignSlot), decider.ErrNoSlot)
	refused("unplug no slot", m.Unplug(noSlot), decider.ErrNoSlot)
	refused("plug no tree", m.Plug(sceneHand, noTree), decider.ErrNilTree)
	if c != nil {
		refused("reset nobody, by Context", decider.ResetBelow(c, "NOBODY"), decider.ErrNoDecider)
		refused("plug into a foreign slot, by Context", foreignSlot.Plug(c, ballTree), decider.ErrNoSlot)
		refused("plug into no slot, by Context", noSlot.Plug(c, ballTree), decider.ErrNoSlot)
		refused("unplug a foreign slot, by Context", foreignSlot.Unplug(c), decider.ErrNoSlot)
		refused("unplug no slot, by Context", noSlot.Unplug(c), decider.ErrNoSlot)
		refused("plug no tree, by Context", sceneHand.Plug(c, noTree), decider.ErrNilTree)
	}
	if g.name != "slots" {
		return wrong
	}
	body, toy := g.trees[g.body], g.trees[g.toys[sceneHand][0]]
	refused("plug what is too large", m.Plug(sceneHand, vastTree), decider.ErrSlotOverflow)
	refused("plug a tree into itself", m.Plug(sceneHand, body), decider.ErrSlotCycle)
	refused("plug a toy into itself", m.Plug(sceneBox, toy), decider.ErrSlotCycle, decider.ErrNoSlot)
	refused("plug the body into a toy", m.Plug(sceneBox, body), decider.ErrSlotCycle, decider.ErrNoSlot)
	refused("unplug what is not there", m.Unplug(scenePocket), decider.ErrNotPlugged)
	refused("plug what needs more keys", m.Plug(scenePocket, thirstyTree), decider.ErrKey)
	if c != nil {
		refused("plug what is too large, by Context", sceneHand.Plug(c, vastTree), decider.ErrSlotOverflow)
		refused("plug a tree into itself, by Context", sceneHand.Plug(c, body), decider.ErrSlotCycle)
		refused("plug a toy into itself, by Context", sceneBox.Plug(c, toy), decider.ErrSlotCycle, decider.ErrNoSlot)
		refused("unplug what is not there, by Context", scenePocket.Unplug(c), decider.ErrNotPlugged)
		refused("plug what needs more keys, by Context", scenePocket.Plug(c, thirstyTree), decider.ErrKey)
	}
	return wrong
}

// playsOn plays the scene to its end: states and calls are those of the undisturbed scene.
func (g *stage) playsOn(t testing.TB, done performance, afterEach func()) {
	for !g.over() {
		require.NoError(t, g.step())
		afterEach()
		require.Equal(t, done.states[g.next-1], memoryText(g.memory))
	}
	require.Empty(t, g.player.faults)
	require.Equal(t, done.calls, g.player.calls)
}

// A refused request inside any call changes neither the state after the tick nor any later call.
func TestRefusedInScenes(t *testing.T) {
	everywhere(t, func(t *testing.T, g *stage, n int, done performance) {
		asked := false
		g.player.at = func(c *stageContext, now int) {
			if now == n {
				asked = true
				assert.Empty(t, askForNonsense(g, c, true), "not refused")
			}
		}
		g.playsOn(t, done, func() {})
		require.True(t, asked)
	})
}

// meddling is an observer that asks for nonsense at every event.
type meddling struct {
	spectator
	meddle func()
}

func (o *meddling) Observe(*event.Event) { o.meddle() }

// The same holds for requests from an observer.
func TestRefusedFromObservers(t *testing.T) {
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			done := s.undisturbed(t, nil)
			g := s.begin()
			asked := 0
			g.memory.Observe(&meddling{meddle: func() {
				asked++
				assert.Empty(t, askForNonsense(g, nil, true), "not refused")
			}})
			g.playsOn(t, done, func() {})
			require.Greater(t, asked, len(done.calls))
		})
	}
}

// The same holds for requests between ticks.
func TestRefusedBetweenTicks(t *testing.T) {
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			g := s.begin()
			g.playsOn(t, s.undisturbed(t, nil), func() {
				if !g.over() { // some scenes end with Close
					assert.Empty(t, askForNonsense(g, nil, false), "not refused")
				}
			})
		})
	}
}

// A request made inside any call is carried out at the end of the tick: until then all calls are those of the
// undisturbed scene, and each Deactivate comes once.
func TestAskedForInScenes(t *testing.T) {
	plug := func(slot *stageSlot, toy int) func(*stage) error {
		return func(g *stage) error {
			if g.toys == nil {
				return g.memory.Plug(slot, ballTree)
			}
			return g.memory.Plug(slot, g.trees[g.toys[slot][toy]])
		}
	}
	reset := func(g *stage) error { return g.memory.Reset() }
	for _, ask := range []struct {
		name string
		do   []func(*stage) error
		gone string // nothing of it is left after the tick
	}{
		{"Reset", []func(*stage) error{reset}, "ROOT"},
		{"Close", []func(*stage) error{func(g *stage) error { return g.memory.Close() }}, "ROOT"},
		{"ResetBelow", []func(*stage) error{func(g *stage) error { return g.memory.ResetBelow(g.body.Children[1].Name) }}, ""},
		{"ResetBelow of ROOT", []func(*stage) error{func(g *stage) error { return g.memory.ResetBelow("ROOT") }}, "ROOT"},
		{"Unplug", []func(*stage) error{func(g *stage) error { return g.memory.Unplug(sceneHand) }}, "USE"},
		{"Plug", []func(*stage) error{plug(sceneHand, 1)}, "USE"},
		{"Plug one into the other", []func(*stage) error{plug(sceneHand, 0), plug(sceneBox, 0)}, "USE"},
		{"Plug and Reset", []func(*stage) error{plug(sceneHand, 1), reset, plug(sceneHand, 1)}, "ROOT"},
	} {
		t.Run(ask.name, func(t *testing.T) {
			everywhere(t, func(t *testing.T, g *stage, n int, done performance) {
				asked := 0
				g.player.at = func(_ *stageContext, now int) {
					if now != n {
						return
					}
					for _, do := range ask.do {
						if err := do(g); err == nil {
							asked++
						} else {
							assertCannot(t, err)
						}
					}
				}
				for len(g.player.calls) <= n {
					assertCannot(t, g.step())
				}
				step := &g.steps[g.next-1]
				if end := done.ends[g.next-1]; step.inside == nil { // what the scene asks for itself meets other plugs then
					require.Equal(t, done.calls[:end], g.player.calls[:end])
				}
				if asked == len(ask.do) && step.inside == nil && ask.gone != "" {
					for _, name := range g.player.open {
						require.NotContains(t, g.line(name), ask.gone)
					}
				}
				for !g.over() {
					assertCannot(t, g.step())
					require.Len(t, g.player.open, g.owed())
				}
				require.NoError(t, g.memory.Close())
				require.Empty(t, g.player.faults)
				require.Empty(t, g.player.open)
			})
		})
	}
}

// assertCannot allows the errors of a scene that goes on after something it needs was unplugged or closed.
func assertCannot(t testing.TB, err error) {
	t.Helper()
	for _, cannot := range []error{decider.ErrNoSlot, decider.ErrNotPlugged, decider.ErrNoDecider, decider.ErrClosed} {
		if errors.Is(err, cannot) {
			return
		}
	}
	require.NoError(t, err)
}

package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
)

// performer is a leaf that may reject.
func performer(name string) *stageDecider {
	return &stageDecider{Name: name, Decide: playerDecides, Behavior: acts("ACT", 0)}
}

// reluctant is a leaf that takes its time to leave.
func reluctant(name string) *stageDecider {
	d := performer(name)
	d.Behavior = acts("TAKE_LEAVE", 100)
	return d
}

// cast is a group with a behavior.
func cast(name string, policy decider.Policy, children ...*stageDecider) *stageDecider {
	return &stageDecider{Name: name, Policy: policy, Behavior: acts("STAND", 0), Children: children}
}

func modified(d *stageDecider, m decider.Modifiers) *stageDecider {
	d.Modifiers = m
	return d
}

// flagged is asked while all of the flags are set.
func flagged(d *stageDecider, flags decider.DecisionFlags) *stageDecider {
	d.DecisionFlags = decider.Check{All: flags}
	return d
}

func watchful(d *stageDecider) *stageDecider {
	d.Options |= decider.Monitor
	return d
}

// scenes have everything in them that calls user code.
func scenes(t testing.TB) []*scene {
	all := []*scene{sequenceScene(), selectorScene(), reactiveScene(), concurrentScene(), leaveScene(), slotScene()}
	for _, s := range all {
		s.setUp(t)
	}
	return all
}

// Iterations, stored state, a group's end that takes what runs below it down, a Timeout.
func sequenceScene() *scene {
	return &scene{
		name: "sequence",
		body: cast("ROOT", decider.PrioritizedList,
			modified(cast("WORK", decider.Sequence,
				performer("FETCH"),
				modified(performer("HAMMER"), decider.Modifiers{Repeat: 3, Until: decider.UntilFailure, Outcome: decider.Inverted}),
				modified(cast("PAINT", decider.Selector, performer("RED"), performer("BLUE")), decider.Modifiers{Repeat: decider.Forever, Timeout: 4}),
			), decider.Modifiers{Repeat: 2, Limit: 2}),
			performer("REST")),
		steps: []sceneStep{
			{},
			{returns: "FETCH.tick=Success"},
			{returns: "HAMMER.tick=Success"},     // and again
			{returns: "HAMMER.activate=Failure"}, // not yet: it goes on
			{returns: "HAMMER.tick=Failure RED.decide=Failure"}, // on to PAINT and BLUE
			{returns: "BLUE.tick=Success"},
			{returns: "RED.tick=Failure"},
			{},
			{returns: "PAINT.tick=Running"}, // its time is out: WORK fails and begins again
			{},
			{returns: "FETCH.activate=Failure WORK.tick=Success"}, // WORK's behavior ends it
			{},
			{outside: func(m *stageMemory) error { return m.ResetBelow("WORK") }},
			{},
			{outside: (*stageMemory).Reset},
		},
		wants: []string{"HAMMER.deactivate Succeeded", "HAMMER.deactivate Failed", "PAINT.deactivate TimedOut", "FETCH.deactivate Cancelled", "WORK.deactivate Reset"},
	}
}

// Monitors, which interrupt.
func selectorScene() *scene {
	return &scene{
		name: "selector",
		body: cast("ROOT", decider.Selector,
			flagged(watchful(cast("FLEE", decider.Sequence, performer("RUN"), performer("HIDE"))), 1),
			performer("GRAZE"),
			flagged(watchful(performer("LISTEN")), 2),
			cast("WANDER", decider.SequentialLooping, performer("LEFT"), performer("RIGHT"))),
		steps: []sceneStep{
			{returns: "GRAZE.decide=Failure"},
			{returns: "LEFT.tick=Success GRAZE.activate=Failure"},
			{flags: 2, returns: "GRAZE.activate=Failure"},
			{flags: 3},
			{flags: 1, returns: "RUN.tick=Success"},
			{flags: 0, returns: "HIDE.tick=Failure"},
			{}, // FLEE is asked, so that it can fire again
			{flags: 1},
			{outside: func(m *stageMemory) error { return m.ResetBelow("RUN") }},
			{flags: 1},
			{outside: (*stageMemory).Close},
		},
		wants: []string{"WANDER.deactivate Interrupted", "LISTEN.deactivate Interrupted", "GRAZE.deactivate Failed", "GRAZE.deactivate Interrupted", "RUN.deactivate Reset", "FLEE.deactivate Closed"},
	}
}

// What is abandoned is cancelled after what replaced it has run: two are active for that time.
func reactiveScene() *scene {
	return &scene{
		name: "reactive",
		body: cast("ROOT", decider.ReactiveSelector,
			cast("DUEL", decider.ReactiveSequence, performer("SEE"), performer("AIM"), cast("SHOOT", decider.Sequence, performer("DRAW"), performer("FIRE"))),
			cast("SEEK", decider.Sequence, performer("LOOK"), performer("GO"))),
		steps: []sceneStep{
			{returns: "SEE.decide=Failure"},
			{returns: "LOOK.tick=Success SEE.decide=Failure"},
			{returns: "SEE.tick=Success AIM.tick=Success"},
			{returns: "SEE.tick=Success AIM.tick=Success DRAW.tick=Success"},
			{returns: "SEE.tick=Success"},
			{returns: "SEE.tick=Failure"},
			{returns: "DUEL.tick=Failure"},
			{returns: "SEE.tick=Success AIM.tick=Success"},
			{outside: func(m *stageMemory) error { return m.ResetBelow("DRAW") }},
			{},
			{outside: (*stageMemory).Reset},
		},
		wants: []string{"GO.deactivate Cancelled", "FIRE.deactivate Cancelled", "AIM.deactivate Cancelled", "SEEK.deactivate Cancelled", "DRAW.deactivate Reset"},
	}
}

// Branches that end one by one, and are taken down together.
func concurrentScene() *scene {
	both := cast("BOTH", decider.Concurrent,
		performer("WALK"),
		cast("TALK", decider.Concurrent, performer("SING"), modified(performer("NOD"), decider.Modifiers{Repeat: 2})),
		cast("EAT", decider.Sequence, performer("BITE"), performer("CHEW")))
	both.SucceedAt, both.FailAt = 2, 2
	both.Children[1].SucceedAt = 1
	return &scene{
		name: "concurrent",
		body: cast("ROOT", decider.PrioritizedList, flagged(performer("FLEE"), 1), both),
		steps: []sceneStep{
			{},
			{returns: "BITE.tick=Success NOD.tick=Failure"},
			{returns: "WALK.tick=Failure"},
			{returns: "NOD.tick=Failure"},
			{returns: "SING.tick=Success"},
			{flags: 1},
			{returns: "FLEE.tick=Success CHEW.activate=Running"},
			{outside: func(m *stageMemory) error { return m.ResetBelow("SING") }},
			{returns: "BITE.decide=Failure WALK.tick=Failure EAT.tick=Failure"},
			{},
			{outside: (*stageMemory).Close},
		},
		wants: []string{"CHEW.deactivate Cancelled", "NOD.deactivate Failed", "SING.deactivate Cancelled", "SING.deactivate Succeeded", "WALK.deactivate Failed", "EAT.deactivate Interrupted", "WALK.deactivate Reset", "EAT.deactivate Failed", "WALK.deactivate Closed"},
	}
}

// Choices that wait, are replaced, dropped and carried out, and a time that is out.
func leaveScene() *scene {
	return &scene{
		name: "leave",
		body: cast("ROOT", decider.PrioritizedList,
			flagged(performer("FLEE"), 1),
			flagged(cast("EAT", decider.Sequence, performer("BITE")), 2),
			modified(cast("WORK", decider.Selector, flagged(watchful(performer("LISTEN")), 4), reluctant("BUILD")), decider.Modifiers{Timeout: 9})),
		steps: []sceneStep{
			{},
			{flags: 4}, // LISTEN waits
			{flags: 6}, // EAT waits, LISTEN not any more
			{flags: 7}, // FLEE waits
			{flags: 0}, // still
			{flags: 0, returns: "BUILD.leave=Success"},
			{returns: "FLEE.tick=Success"},
			{flags: 4},
			{flags: 4, returns: "BUILD.leave=Failure"},
			{returns: "LISTEN.tick=Failure"},
			{}, {}, {}, {}, {}, {}, // the time of WORK is out
			{returns: "BUILD.leave=Success"},
			{flags: 2},
			{outside: (*stageMemory).Reset},
		},
		wants: []string{"BUILD.leave", "BUILD.deactivate Interrupted", "BUILD.deactivate TimedOut", "LISTEN.activate", "WORK.deactivate Interrupted", "WORK.deactivate TimedOut"},
	}
}

// The slots of the slot scene: HAND in the body, BOX in the toy that is plugged into HAND; POCKET stays empty.
var (
	sceneHand   = &stageSlot{Name: "HAND", Reserve: 1024}
	sceneBox    = &stageSlot{Name: "BOX", Reserve: 384}
	scenePocket = &stageSlot{Name: "POCKET", Reserve: 384}
)

// Trees that are plugged in, one inside the other, replaced and taken out while they run.
func slotScene() *scene {
	toy := cast("TOY", decider.Concurrent, reluctant("HOLD"), cast("PLAY", decider.Sequence,
		performer("TAKE"), &stageDecider{Name: "OPEN", Decide: playerDecides, Slot: sceneBox}, performer("KEEP")))
	ball := cast("BALL", decider.Sequence, performer("THROW"), reluctant("CATCH"))
	coin := cast("COIN", decider.Selector, performer("SPIN"), performer("FLIP"))
	s := &scene{
		name: "slots",
		body: cast("ROOT", decider.PrioritizedList,
			flagged(performer("FLEE"), 1),
			&stageDecider{Name: "USE", Decide: playerDecides, Slot: sceneHand, Modifiers: decider.Modifiers{Repeat: 2}},
			&stageDecider{Name: "STOW", Decide: playerDecides, Slot: scenePocket},
			performer("IDLE")),
		toys: map[*stageSlot][]*stageDecider{sceneHand: {toy, ball}, sceneBox: {coin}},
	}
	plug := func(slot *stageSlot, d *stageDecider) func(*stageMemory) error {
		return func(m *stageMemory) error { return m.Plug(slot, s.trees[d]) }
	}
	plugInside := func(slot *stageSlot, d *stageDecider) func(*stageContext) {
		return func(c *stageContext) {
			if err := slot.Plug(c, s.trees[d]); err != nil {
				c.Fail(err)
			}
		}
	}
	unplug := func(slot *stageSlot) func(*stageContext) {
		return func(c *stageContext) {
			if err := slot.Unplug(c); err != nil {
				c.Fail(err)
			}
		}
	}
	s.steps = []sceneStep{
		{},
		{outside: plug(sceneHand, toy)},
		{},
		{outside: plug(sceneBox, coin)},
		{returns: "TAKE.tick=Success SPIN.tick=Failure"},
		{returns: "FLIP.tick=Success"},
		{outside: func(m *stageMemory) error { return m.ResetBelow("PLAY") }},
		{returns: "TAKE.tick=Success"},
		{inside: map[string]func(*stageContext){"SPIN.tick": unplug(sceneBox)}}, // the tree it stands in
		{},
		{flags: 1},
		{inside: map[string]func(*stageContext){"FLEE.tick": plugInside(sceneBox, coin)}, returns: "FLEE.tick=Success"},
		{returns: "TAKE.tick=Success"},
		{returns: "TAKE.activate=Success"},
		{outside: plug(sceneHand, ball)}, // while the toy and the coin run
		{},
		{returns: "THROW.tick=Success"},
		{flags: 1}, // CATCH takes leave
		{flags: 0, returns: "CATCH.leave=Success"}, // FLEE had to wait
		{inside: map[string]func(*stageContext){"FLEE.tick": plugInside(sceneHand, toy)}, returns: "FLEE.tick=Success"},
		{inside: map[string]func(*stageContext){"HOLD.tick": plugInside(sceneBox, coin)}},
		{returns: "TAKE.tick=Success"},
		{outside: func(m *stageMemory) error { return m.ResetBelow("ROOT") }},
		{returns: "TAKE.activate=Success"},
		{outside: (*stageMemory).Reset},
	}
	s.wants = []string{
		"SPIN.deactivate Failed", "FLIP.deactivate Succeeded", "PLAY.deactivate Reset", "SPIN.deactivate Removed", "COIN.deactivate Removed",
		"TOY.deactivate Removed", "HOLD.deactivate Removed", "CATCH.leave", "BALL.deactivate Interrupted", "COIN.deactivate Reset",
	}
	return s
}

// The scenes are what they should be, also where somebody watches.
func TestScenes(t *testing.T) {
	for _, s := range scenes(t) {
		t.Run(s.name, func(t *testing.T) {
			calls := s.undisturbed(t, nil).calls
			for _, want := range s.wants {
				assert.Contains(t, calls, want)
			}
			require.Equal(t, calls, s.undisturbed(t, &spectator{}).calls)
			g := s.begin()
			for !g.over() {
				require.NoError(t, g.step())
				require.Equal(t, len(g.player.open), g.owed())
			}
			require.NoError(t, g.memory.Close())
			assert.Empty(t, g.player.open)
			if t.Failed() {
				for i, call := range calls {
					t.Log(i, call)
				}
			}
		})
	}
}

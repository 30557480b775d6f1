package debugprint_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// A line ends with the decider's gate, squad, Period and request.
func TestDebugPrintStateOfWhatIsShared(t *testing.T) {
	line := func(change func(*state.Decider)) string {
		s := state.Decider{Decider: label("G", 1), Kind: declaration.GroupDecider, Active: true}
		change(&s)
		_, end, _ := strings.Cut(debugprint.DebugPrintState(states{s}, debugprint.Spore), " idx: 0")
		return end
	}
	gate := func(g state.Gate) string {
		g.Name = "DOOR"
		return line(func(s *state.Decider) { s.Gate = g })
	}
	assert.Equal(t, " gate: DOOR by key", gate(state.Gate{}))
	assert.Equal(t, " gate: DOOR 0/2", gate(state.Gate{Known: true, GateGlance: world.GateGlance{Max: 2}}))
	assert.Equal(t, " gate: DOOR(42) 2/2 [#7, #9], waiting: 3, claimed", gate(state.Gate{Known: true, Key: 42, Pass: state.PassClaimed,
		GateGlance: world.GateGlance{Max: 2, Held: 2, Holders: [world.Glanced]world.AgentID{7, 9}, Claims: 3}}))
	assert.Equal(t, " gate: DOOR 1/2 [#7], shut: 2.30 left, shut for it: 4.00 left, inside", gate(state.Gate{Known: true, Pass: state.PassInside,
		GateGlance: world.GateGlance{Max: 2, Held: 1, Holders: [world.Glanced]world.AgentID{7}, Left: 2.3, AgentLeft: 4}}))
	assert.Equal(t, " gate: DOOR 10/12 [#1, #2, #3, #4, #5, #6, #7, #8 and 2 more], granted: 1, may enter", gate(state.Gate{Known: true, Pass: state.PassGranted,
		GateGlance: world.GateGlance{Max: 12, Held: 10, Kept: 1, Holders: [world.Glanced]world.AgentID{1, 2, 3, 4, 5, 6, 7, 8}}}))
	assert.Equal(t, " gate: DOOR 0/2, about to enter", gate(state.Gate{Known: true, Pass: state.PassHeld, GateGlance: world.GateGlance{Max: 2}}))

	squad := func(v state.Squad) string {
		v.Name, v.Needed = "TRIO", 3
		return line(func(s *state.Decider) { s.Squad = v })
	}
	members := world.SquadGlance{Wanting: 2, Instance: 4, Size: 2, Role: 2, Members: [world.Glanced]world.SquadMember{{Role: 1, Agent: 3}, {Role: 2, Agent: 7}}}
	assert.Equal(t, " squad: TRIO by key", squad(state.Squad{}))
	assert.Equal(t, " squad: TRIO(5) waiting: 2 of 3", squad(state.Squad{Known: true, Key: 5, SquadGlance: world.SquadGlance{Wanting: 2}}))
	assert.Equal(t, " squad: TRIO waiting: 2 of 3, wanted", squad(state.Squad{Known: true, Part: state.PartWanting, SquadGlance: world.SquadGlance{Wanting: 2}}))
	assert.Equal(t, " squad: TRIO instance 4 [#3 as 1, #7 as 2], invited as 2", squad(state.Squad{Known: true, Part: state.PartInvited, SquadGlance: members}))
	assert.Equal(t, " squad: TRIO instance 4 [#3 as 1, #7 as 2], about to enter as 2", squad(state.Squad{Known: true, Part: state.PartJoined, SquadGlance: members}))
	members.Barrier, members.Arrived, members.Dissolved = 6, 1, true
	assert.Equal(t, " squad: TRIO instance 4 [#3 as 1, #7 as 2], inside as 2, at MEET/0x6 1/2, dissolved",
		squad(state.Squad{Known: true, Part: state.PartInside, At: label("MEET", 6), SquadGlance: members}))

	assert.Equal(t, " next Tick: 0.40", line(func(s *state.Decider) { s.Period, s.NextTick = 2, 0.4 }))
	assert.Equal(t, " waiting for: PATHS", line(func(s *state.Decider) { s.System = "PATHS" }))
	assert.Equal(t, " iteration: 2 waiting for: PATHS 0x100000001", line(func(s *state.Decider) { s.Iteration, s.System, s.Token = 2, "PATHS", 1<<32|1 }))
}

type actor struct{}

// The same of living agents; a tooltip of them costs no garbage.
func TestDebugPrintStateOfAgentsInAWorld(t *testing.T) {
	type (
		deciderOf = decider.Decider[*actor]
		children  = decider.Children[*actor]
		idle      = behavior.Behavior[*actor]
	)
	paths := &world.System[int, int]{Name: "PATHS"}
	door, pair := &world.Gate{Name: "DOOR", Max: 2}, &world.Squad{Name: "PAIR", Agents: 2}
	tree := decider.MustInitializeTreeData(&deciderOf{Name: "ROOT", Policy: decider.Concurrent, Children: children{
		{Name: "MEET", Children: children{
			{Name: "TWO", Squad: pair, Children: children{{Name: "HERE", Options: decider.Barrier}}},
			{Name: "ALONE", Behavior: &idle{Name: "IDLE"}},
		}},
		{Name: "GO", Gate: door, GateKey: func(*behavior.Context[*actor]) uint64 { return 9 }, Behavior: &idle{Name: "WALK", Period: 4, Tick: func(*behavior.Context[*actor]) behavior.Status { return behavior.Running }}},
		{Name: "ASK", Behavior: &behavior.Deferred[*actor, struct{}, int, int]{
			Name: "FIND", System: paths, Launch: func(*behavior.Context[*actor], *struct{}) int { return 1 },
		}},
	}})
	w := world.New(world.Options{})
	one, two := tree.NewMemory(w, w.NewAgent()), tree.NewMemory(w, w.NewAgent())
	frame := func() {
		require.NoError(t, w.Advance(1))
		for _, m := range []*decider.Memory[*actor]{one, two} {
			require.NoError(t, decider.TickBehaviorTree(m, &actor{}, decider.Input{Time: w.Time(), DT: w.DT()}))
		}
	}
	text := func() string { return debugprint.DebugPrintState(one, debugprint.WholeTree|debugprint.Spore) }
	assert.Contains(t, text(), " gate: DOOR by key\n")
	frame()
	assert.Contains(t, text(), " squad: PAIR waiting: 2 of 2, wanted\n")
	assert.Contains(t, text(), " gate: DOOR(9) 2/2 [#1, #2], inside next Tick: 4.00\n")
	assert.True(t, strings.HasSuffix(text(), " waiting for: PATHS"), "not launched before the frame is over")
	frame()
	assert.Contains(t, text(), " squad: PAIR instance 1 [#1 as 1, #2 as 2], inside as 1, at HERE/0x")
	assert.Contains(t, text(), " 2/2\n")
	assert.Contains(t, text(), " next Tick: 3.00\n")
	assert.True(t, strings.HasSuffix(text(), " waiting for: PATHS 0x1"), text())

	for _, mode := range allModes {
		var b []byte
		assert.Zero(t, testing.AllocsPerRun(100, func() { b = debugprint.AppendState(b[:0], one, mode) }), "%v", mode)
	}
}

// A line of level 5 tells how far asking came, to the squad and the gate, which are asked last.
func TestLinesOfWhatIsShared(t *testing.T) {
	checks := event.Checks(1<<event.FailedRole | 1<<event.FailedEvery | 1<<event.FailedSquad | 1<<event.FailedGate)
	line := func(e event.Event) string {
		e.Kind, e.Checks, e.Decider = event.Asked, checks, label("A", 1)
		_, end, _ := strings.Cut(string(debugprint.Names{}.AppendEvent(nil, &e, 5, debugprint.Spore)), "(A/0x1)")
		return end
	}
	assert.Equal(t, "...failed Role check\n", line(event.Event{Verdict: event.FailedRole}))
	passed := "...passed Role check...passed Every check"
	assert.Equal(t, passed+"...passed Decide...failed Squad check\n", line(event.Event{Verdict: event.FailedSquad, Decided: true}))
	assert.Equal(t, passed+"...passed Squad check...failed Gate check\n", line(event.Event{Verdict: event.FailedGate}))
	assert.Equal(t, passed+"...Decide returned 2.000000...passed Squad check...passed Gate check\n", line(event.Event{Decided: true, Value: 2}))
	assert.Equal(t, "...passed Role check...passed Every check...no child accepts\n", line(event.Event{Verdict: event.FailedChildren}))
}

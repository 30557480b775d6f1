package debugprint_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

func TestReadableState(t *testing.T) {
	assert.Equal(t, strings.TrimPrefix(`
ROOT                   34.3 s
  GUARD_NEST_GROUP     34.3 s
    GUARD_NEST_PATROL   4.5 s  runs PATROL`, "\n"),
		debugprint.DebugPrintState(spore, debugprint.ActivePath))
	assert.Equal(t, strings.TrimPrefix(`
> ROOT                   34.3 s
    DIE
>   GUARD_NEST_GROUP     34.3 s  CallDecideOnRedecide
      GUARD_NEST_FIGHT           runs FIGHT(Quietly, ToTheDeath)
>     GUARD_NEST_PATROL   4.5 s  runs PATROL
    GO_HOME                      jumps to HOME
    IDLE                         Shuffle, DelegateDecide, FinishWithChild`, "\n"),
		names.DebugPrintState(spore, debugprint.WholeTree))
}

// facts is what stands behind the time of an active decider; in the whole tree with its declaration.
func facts(t *testing.T, n debugprint.Names, mode debugprint.Mode, change func(*state.Decider)) string {
	t.Helper()
	s := state.Decider{Decider: label("G", 1), Kind: declaration.GroupDecider, Active: true}
	change(&s)
	text := n.DebugPrintState(states{s}, mode)
	_, text, found := strings.Cut(text, "G  0.0 s")
	require.True(t, found, text)
	return strings.TrimPrefix(text, "  ")
}

func TestReadableStateOfWhatIsMore(t *testing.T) {
	of := func(change func(*state.Decider)) string { return facts(t, names, debugprint.ActivePath, change) }
	assert.Empty(t, of(func(s *state.Decider) { s.Policy, s.Options, s.Index, s.BlockSize = decider.Concurrent, 1, 3, 16 }))
	assert.Empty(t, of(func(s *state.Decider) { s.Behavior = label("G", 1) }))
	assert.Equal(t, "runs G(Quietly)", of(func(s *state.Decider) { s.Behavior, s.BehaviorFlags = label("G", 1), 1 }))
	assert.Equal(t, "runs BITE(Quietly, ToTheDeath, 0x4)", of(func(s *state.Decider) { s.Behavior, s.BehaviorFlags = label("BITE", 2), 7 }))
	assert.Equal(t, "runs BITE(0x30)", of(func(s *state.Decider) { s.Behavior, s.BehaviorFlags = label("BITE", 2), 0x30 }))
	assert.Equal(t, "runs G given {Metres:5}", of(func(s *state.Decider) { s.Behavior, s.Given = label("G", 1), "{Metres:5}" }))
	assert.Equal(t, "next: FLEE", of(func(s *state.Decider) { s.Pending = label("FLEE", 2) }))
	assert.Equal(t, "leaving: 0.8 s left, iteration 3 begins in the next tick",
		of(func(s *state.Decider) { s.Leaving, s.LeaveLeft, s.Iteration, s.Resting = true, 0.8, 3, true }))
	assert.Equal(t, "iteration 1, times out in 12.25 s, next Tick in 0.4 s", of(func(s *state.Decider) {
		s.Iteration, s.TimeoutLeft, s.Period, s.NextTick = 1, 12.25, 2, 0.4
	}))
	assert.Equal(t, "waits for PATHS", of(func(s *state.Decider) { s.System = "PATHS" }))
	assert.Equal(t, "waits for PATHS, request 0x100000001", of(func(s *state.Decider) { s.System, s.Token = "PATHS", 1<<32|1 }))
}

func TestReadableStateOfTheWholeTree(t *testing.T) {
	of := func(change func(*state.Decider)) string { return facts(t, names, debugprint.WholeTree, change) }
	assert.Equal(t, "Concurrent, FinishWithChild", of(func(s *state.Decider) { s.Policy, s.Options = decider.Concurrent, decider.FinishWithChild }))
	assert.Equal(t, "condition", of(func(s *state.Decider) { s.Kind = declaration.ConditionDecider }))
	assert.Equal(t, "empty slot", of(func(s *state.Decider) { s.Kind = declaration.SlotDecider }))
	assert.Equal(t, "slot", of(func(s *state.Decider) { s.Kind, s.Target = declaration.SlotDecider, label("BALL", 1) }))
	assert.Equal(t, "cooldown: 3 s left, due in 0.5 s, entered 1 of 3 times", of(func(s *state.Decider) { s.CooldownLeft, s.EveryLeft, s.Entries, s.Limit = 3, 0.5, 1, 3 }))
	assert.Empty(t, of(func(s *state.Decider) { s.Limit = 3 }))
	for turn, want := range map[state.Turn]string{state.TurnNone: "", state.TurnDone: "done", state.TurnFailed: "failed", state.TurnOver: "turn over", state.TurnAwaited: "awaited"} {
		assert.Equal(t, want, of(func(s *state.Decider) { s.Turn = turn }))
	}
	for bit := range 8 {
		if option := declaration.Options(1) << bit; option&declaration.AllOptions != 0 {
			assert.Equal(t, option.String(), of(func(s *state.Decider) { s.Options = option }))
		}
	}
}

func TestReadableStateOfAGroupsChildren(t *testing.T) {
	of := func(policy declaration.Policy, change func(*state.Decider)) string { // without the policy's name
		text := facts(t, names, debugprint.WholeTree, func(s *state.Decider) {
			s.Policy, s.Children, s.TurnsLeft = policy, 5, 2
			change(s)
		})
		return strings.TrimPrefix(strings.TrimPrefix(text, policy.String()), ", ")
	}
	same := func(*state.Decider) {}
	for policy, want := range map[declaration.Policy]string{
		declaration.Sequential: "2 of 5 turns left", declaration.SequentialLooping: "2 of 5 turns left", declaration.OneOff: "2 of 5 turns left",
		declaration.Shuffle: "2 of 5 left in the bag", declaration.Random: "", declaration.PrioritizedList: "",
	} {
		assert.Equal(t, want, of(policy, same), policy)
		assert.Empty(t, of(policy, func(s *state.Decider) { s.TurnsLeft = 5 }), policy)
	}
	assert.Equal(t, "1 of 3 succeeded, 2 of 3 failed", of(declaration.Concurrent, func(s *state.Decider) { s.Accepted, s.Succeeded, s.Failed = 3, 1, 2 }))
	assert.Empty(t, of(declaration.Concurrent, func(s *state.Decider) { s.Accepted = 3 }))

	path := func(change func(*state.Decider)) string { return facts(t, names, debugprint.ActivePath, change) }
	assert.Empty(t, path(func(s *state.Decider) { s.Policy, s.Children = declaration.Sequential, 5 }))
	throw := label("THROW", 2)
	assert.Equal(t, "waits for gate GRENADE to enter THROW", path(func(s *state.Decider) { s.Waiting = state.Waiting{Child: throw, Gate: "GRENADE"} }))
	assert.Equal(t, "waits for squad FLANK to enter THROW", path(func(s *state.Decider) { s.Waiting = state.Waiting{Child: throw, Squad: "FLANK"} }))
	assert.Equal(t, "waits to enter THROW", path(func(s *state.Decider) { s.Waiting.Child = throw }))

	whole := func(change func(*state.Decider)) string { return facts(t, names, debugprint.WholeTree, change) }
	assert.Equal(t, "waits for gate A (1 of 1 held)", strings.Replace(whole(func(s *state.Decider) {
		s.Turn, s.Gate = state.TurnAwaited, state.Gate{Name: "A", Known: true, GateGlance: world.GateGlance{Held: 1, Max: 1}}
	}), " by #0", "", 1))
	assert.Equal(t, "gate A (by key), waits for squad B (1 of 2 waiting)", whole(func(s *state.Decider) {
		s.Turn, s.Gate, s.Squad = state.TurnAwaited, state.Gate{Name: "A"}, state.Squad{Name: "B", Known: true, Part: state.PartWanting, SquadGlance: world.SquadGlance{Wanting: 1, Needed: 2}}
	}))
}

func TestReadableStateOfWhatIsShared(t *testing.T) {
	named := debugprint.Names{NameOf: func(id world.AgentID) string { return map[world.AgentID]string{7: "Ogg"}[id] }}
	of := func(change func(*state.Decider)) string { return facts(t, named, debugprint.ActivePath, change) }
	gate := func(g state.Gate) string {
		g.Name = "DOOR"
		return of(func(s *state.Decider) { s.Gate = g })
	}
	assert.Equal(t, "gate DOOR (by key)", gate(state.Gate{}))
	assert.Equal(t, "gate DOOR (0 of 2 held)", gate(state.Gate{Known: true, GateGlance: world.GateGlance{Max: 2}}))
	assert.Equal(t, "waits for gate DOOR(42) (2 of 2 held by Ogg #7, #9; 3 waiting)", gate(state.Gate{Known: true, Key: 42, Pass: state.PassClaimed,
		GateGlance: world.GateGlance{Max: 2, Held: 2, Holders: [world.Glanced]world.AgentID{7, 9}, Claims: 3}}))
	assert.Equal(t, "inside gate DOOR (1 of 2 held by Ogg #7; shut for 2.3 s; shut for this agent for 4 s)", gate(state.Gate{Known: true, Pass: state.PassInside,
		GateGlance: world.GateGlance{Max: 2, Held: 1, Holders: [world.Glanced]world.AgentID{7}, Left: 2.3, AgentLeft: 4}}))
	assert.Equal(t, "may enter gate DOOR (10 of 12 held by #1, #2, #3, #4, #5, #6, Ogg #7, #8 and 2 more; 1 granted)", gate(state.Gate{Known: true, Pass: state.PassGranted,
		GateGlance: world.GateGlance{Max: 12, Held: 10, Kept: 1, Holders: [world.Glanced]world.AgentID{1, 2, 3, 4, 5, 6, 7, 8}}}))
	assert.Equal(t, "about to enter gate DOOR (0 of 2 held)", gate(state.Gate{Known: true, Pass: state.PassHeld, GateGlance: world.GateGlance{Max: 2}}))

	squad := func(v state.Squad) string {
		v.Name, v.Needed = "TRIO", 3
		return of(func(s *state.Decider) { s.Squad = v })
	}
	members := world.SquadGlance{Wanting: 2, Instance: 4, Size: 2, Role: 2, Members: [world.Glanced]world.SquadMember{{Role: 1, Agent: 3}, {Role: 2, Agent: 7}}}
	assert.Equal(t, "squad TRIO (by key)", squad(state.Squad{}))
	assert.Equal(t, "squad TRIO(5) (2 of 3 waiting)", squad(state.Squad{Known: true, Key: 5, SquadGlance: world.SquadGlance{Wanting: 2}}))
	assert.Equal(t, "waits for squad TRIO (2 of 3 waiting)", squad(state.Squad{Known: true, Part: state.PartWanting, SquadGlance: world.SquadGlance{Wanting: 2}}))
	assert.Equal(t, "invited to squad TRIO as 2 (instance 4: #3 as 1, Ogg #7 as 2)", squad(state.Squad{Known: true, Part: state.PartInvited, SquadGlance: members}))
	assert.Equal(t, "about to enter squad TRIO as 2 (instance 4: #3 as 1, Ogg #7 as 2)", squad(state.Squad{Known: true, Part: state.PartJoined, SquadGlance: members}))
	members.Barrier, members.Arrived, members.Dissolved = 6, 1, true
	assert.Equal(t, "in squad TRIO as 2 (instance 4: #3 as 1, Ogg #7 as 2; 1 of 2 at MEET; dissolved)",
		squad(state.Squad{Known: true, Part: state.PartInside, At: label("MEET", 6), SquadGlance: members}))
}

func TestReadableStateWithValues(t *testing.T) {
	m := decider.MustInitializeTreeData(&remembering).NewMemory(nil, 1)
	require.NoError(t, decider.TickBehaviorTree(m, struct{}{}, decider.Input{}))
	assert.Equal(t, strings.TrimPrefix(`
ROOT     0.0 s
    hunger: 0.8
    noise\n: two\nlines \x1b[31m
  NEST   0.0 s
      temper: "full\n"
    EAT  0.0 s
        tries: 1`, "\n"), debugprint.DebugPrintState(m, debugprint.ActivePath))
	assert.Equal(t, strings.TrimPrefix(`
> ROOT     0.0 s
      hunger: 0.8
      noise\n: two\nlines \x1b[31m
    FLEE
        tries: 0
        temper: ""
>   NEST   0.0 s
        temper: "full\n"
>     EAT  0.0 s
          tries: 1`, "\n"), debugprint.DebugPrintState(m, debugprint.WholeTree))
}

// Names that would break a line or a terminal, and odd numbers.
func TestReadableStateOfOddThings(t *testing.T) {
	for name, want := range map[string]string{
		"ENTRÉE 巣":            "ENTRÉE 巣",
		"":                    "",
		"two\nlines\ttab":     `two\nlines\ttab`,
		"\x1b[31mred\u202e\\": `\x1b[31mred\u202e\`,
		"broken \xff\xfe":     `broken \xff\xfe`,
	} {
		l := label(name, 1)
		assert.Equal(t, want+"  0.0 s", debugprint.DebugPrintState(states{{Decider: l, Active: true}}, debugprint.ActivePath))
		for _, mode := range allModes {
			n := debugprint.Names{
				NameOf:   func(world.AgentID) string { return name },
				Behavior: debugprint.BitNames{name},
			}
			text := n.DebugPrintState(states{{
				Decider: label("A", 1), Active: true, Behavior: l, BehaviorFlags: 1, Target: l, Kind: declaration.ReferenceDecider, Pending: l, System: name + ".",
				Gate:  state.Gate{Name: name + ".", Known: true, GateGlance: world.GateGlance{Held: 1}},
				Squad: state.Squad{Name: name + ".", Known: true, Part: state.PartInside, At: l, SquadGlance: world.SquadGlance{Size: 1, Barrier: 1}},
			}}, mode)
			assert.NotContains(t, text, "\n")
			assert.NotContains(t, text, "\x1b")
			assert.NotContains(t, text, "\xff")
		}
	}
	for duration, want := range map[float64]string{
		math.NaN(): "NaN s", math.Inf(1): "+Inf s", math.Copysign(0, -1): "0.0 s", 1e300: "1e+300 s", 1e6: "1000000.0 s",
	} {
		got := debugprint.DebugPrintState(states{{Duration: duration, Active: true, Leaving: true, LeaveLeft: duration}}, debugprint.ActivePath)
		assert.True(t, strings.HasPrefix(got, "  "+want+"  leaving: "), got)
	}
	odd := states{{Kind: 9, Policy: 200, Options: 255, Index: -1, ActiveChild: 1 << 30, BlockSize: 1 << 16, Behavior: label("B", 1<<31)}}
	assert.Contains(t, debugprint.DebugPrintState(odd, debugprint.WholeTree), "Kind(9), CallDecideOnRedecide, ")
}

// Long names and deep trees take no more room than they need.
func TestReadableStateWideAndDeep(t *testing.T) {
	long := strings.Repeat("N", 60)
	assert.Equal(t, "A"+strings.Repeat(" ", 41)+"0.0 s\n"+long+"  0.0 s\nB"+strings.Repeat(" ", 41)+"0.0 s", debugprint.DebugPrintState(states{
		{Decider: label("A", 1), Active: true}, {Decider: label(long, 2), Active: true}, {Decider: label("B", 3), Active: true},
	}, debugprint.ActivePath))
	var deep states
	for i := range declaration.MaxDepth {
		deep = append(deep, state.Decider{Depth: i, Decider: label("D", 3), Active: true})
	}
	lines := strings.Split(debugprint.DebugPrintState(deep, debugprint.ActivePath), "\n")
	assert.Len(t, lines, declaration.MaxDepth)
	assert.Equal(t, strings.Repeat("  ", 255)+"D  0.0 s", lines[255])
	for line := range strings.Lines(debugprint.DebugPrintState(states{{Decider: label("A", 1)}, {Decider: label("B", 2), Active: true}}, debugprint.WholeTree)) {
		assert.Equal(t, line, strings.TrimRight(line, " \n")+strings.Repeat("\n", strings.Count(line, "\n")), "no spaces at the end")
	}
}

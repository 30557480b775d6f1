package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/world"
)

// TestSoundSharing has what is next to the faults of gates, squads and periods, and none.
func TestSoundSharing(t *testing.T) {
	door := &world.Gate{Name: "DOOR", Max: 1, Cooldown: 0.5, AgentCooldown: 3}
	two, three := pair(), &world.Squad{Name: "TRIO", Agents: 3, Roles: []world.Role{9, 9, 255}}
	gate := func(d *plain) *plain { d.Gate = door; return d }
	for name, root := range map[string]*plain{
		"a Gate that many name, also below itself": under(gate(grouped("G", decider.Sequence, gated("A", door), gated("B", door))), gate(leaf("C"))),
		"a Gate wherever it may be": grouped("ROOT", decider.Selector,
			gate(monitor("M")), gate(slotted("USE", &plainSlot{Name: "TOY"})),
			gate(&plain{Name: "D", DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}),
			grouped("G", decider.Concurrent, gated("A", door), &plain{Name: "B", Gate: door, GateKey: plainKeyOf, Behavior: &idle})),
		"a Gate may be full": under(gated("A", door), leaf("B")),
		"a Gate and a Squad of one name": under(&plain{Name: "G", Gate: &world.Gate{Name: "PAIR", Max: 1}, Squad: pair(), SquadKey: plainKeyOf,
			Children: plainChildren{leaf("A")}}),
		"a Squad may not be complete":         under(squadGroup("G", two, leaf("A")), leaf("B")),
		"a Squad of one":                      under(squadGroup("G", &world.Squad{Name: "ALONE", Agents: 1}, playing("A", 1))),
		"as many agents as there are roles":   under(squadGroup("G", &world.Squad{Name: "ARMY", Agents: 255}, playing("A", 255))),
		"a Squad in two places side by side":  grouped("ROOT", decider.Concurrent, squadGroup("G", two, leaf("A")), squadGroup("H", two, leaf("B"))),
		"a Squad below another":               under(squadGroup("G", two, squadGroup("H", three, playing("A", 255), barrier("MEET")))),
		"roles of the nearest Squad":          under(squadGroup("G", three, playing("A", 9), squadGroup("H", two, playing("B", 2)))),
		"a group's role, for its own Squad's": under(squadGroup("G", two, &plain{Name: "H", Role: 2, Squad: three, Children: plainChildren{leaf("A")}})),
		"a role below two Squads, one of which has it": func() *plain {
			shared := playing("SHARED", 9)
			return under(squadGroup("G", two, shared), squadGroup("H", three, shared))
		}(),
		"a role lets others run": under(squadGroup("G", two, playing("A", 1), leaf("B"))),
		"Barriers with something to do, conditions and Modifiers": under(squadGroup("G", two, grouped("H", decider.Sequence,
			&plain{Name: "A", Options: decider.Barrier, Decide: yes, Gate: door, Behavior: periodic(0.5).Behavior, Modifiers: decider.Modifiers{Timeout: 5, Repeat: 2}},
			&plain{Name: "B", Options: decider.Barrier, Role: 2, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}))),
		"a Barrier in a Selector, watched": under(squadGroup("G", two, grouped("H", decider.Selector,
			&plain{Name: "A", Options: decider.Barrier | decider.Monitor, Decide: yes}, leaf("B")))),
		"a Sequence goes on after a Barrier":    under(squadGroup("G", two, grouped("H", decider.Sequence, barrier("MEET"), leaf("A")))),
		"a Jump into and past Squads and Gates": under(jumpTo("A", "B"), squadGroup("G", two, gate(grouped("H", decider.Random, gate(leaf("B")), jumpTo("C", "D"))), leaf("D"))),
		"a Deferred":                            under(&plain{Name: "A", Behavior: &plainDeferred{Name: "ASKS", System: &oracle, Launch: launches}}),
		"a Period":                              under(periodic(0.001)),
		"a Period with all else": under(&plain{Name: "A", DBlock: &plainDBlock{Decide: found3, Behavior: &plainTaker{Name: "LOOKS", Period: 1e9,
			Tick:  func(*plainContext, *int) behavior.Status { return behavior.Running },
			Leave: func(*plainContext, *int) behavior.Status { return behavior.Success }, LeaveTimeout: 1}}}),
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := decider.InitializeTreeData(root)
			require.NoError(t, err)
			assert.NotEmpty(t, tree.String())
			assert.NotEmpty(t, tree.MemoryRequirements().String())
			w := world.New(world.Options{})
			memories := make([]*decider.Memory[struct{}], 255) // enough for each squad
			for i := range memories {
				memories[i] = tree.NewMemory(w, w.NewAgent())
			}
			for range 4 {
				require.NoError(t, w.Advance(1))
				for _, memory := range memories {
					require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: w.Time(), DT: 1}))
				}
			}
			for _, memory := range memories {
				require.NoError(t, memory.Close())
			}
		})
	}
}

// Faults of gates, squads and periods are reported with all others, each at its place.
func TestAllFaultsOfSharing(t *testing.T) {
	bad := &world.Gate{Max: -1, Cooldown: -1, AgentCooldown: -1}
	shared := grouped("SHARED", decider.Sequence, playing("A", 9), barrier("MEET"))
	root := &plain{Name: "ROOT", Gate: bad, Children: plainChildren{
		{Name: "B", Gate: bad, SquadKey: plainKeyOf, Role: 1, Options: decider.Barrier, Behavior: &plainBehavior{Name: "LOOKS", Period: -1}},
		{Name: "G", Role: 2, GateKey: plainKeyOf, Squad: &world.Squad{Agents: -1, Roles: []world.Role{0}}, Children: plainChildren{shared}},
		{Name: "H", Decide: yes, Children: plainChildren{shared}},
		{Name: "J", Jump: "A", Role: 1, Squad: &world.Squad{}, Gate: &world.Gate{}},
	}}
	_, err := decider.InitializeTreeData(root)
	var faults declaration.Faults
	require.ErrorAs(t, err, &faults)
	var got []string
	for _, f := range faults {
		got = append(got, f.Path+": "+f.Code.String())
	}
	assert.Equal(t, []string{
		"ROOT: BadGate", "ROOT: BadGate", "ROOT: BadGate", "ROOT: BadGate",
		"ROOT > B: BadPeriod",
		"ROOT > B: BadSquad",
		"ROOT > G: BadGate",
		"ROOT > G: BadSquad", "ROOT > G: BadSquad", "ROOT > G: BadSquad",
		"ROOT > J: JumpOnly",
		"ROOT > J: BadGate", "ROOT > J: BadGate",
		"ROOT > J: BadSquad", "ROOT > J: BadSquad",
		"ROOT: RootAsked",
		"ROOT > B: BarrierOutsideSquad",
		"ROOT > B: RoleOutsideSquad",
		"ROOT > G: RoleOutsideSquad",
		"ROOT > H > SHARED > A: RoleOutsideSquad",
		"ROOT > H > SHARED > MEET: BarrierOutsideSquad",
		"ROOT > J: JumpAmbiguous",
	}, got)
}

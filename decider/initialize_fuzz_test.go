package decider_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// FuzzInitialize initializes declarations that are wrong in any number of ways at once: it must neither panic
// nor hang, and what it lets pass must tick.
func FuzzInitialize(f *testing.F) {
	f.Add([]byte{})
	for seed := range uint64(40) {
		source := randomtree.RandomSource(seed)
		data := make([]byte, 40*(1+seed%8))
		for i := range data {
			data[i] = byte(source.Choose(256))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root := malformed(randomtree.ByteSource(data))
		tree, err := decider.InitializeTreeData(root)
		if err != nil {
			var faults declaration.Faults
			require.ErrorAs(t, err, &faults)
			require.Nil(t, tree)
			for _, fault := range faults {
				require.NotEmpty(t, fault.Error())
			}
			return
		}
		require.NotEmpty(t, tree.String())
		require.NotEmpty(t, tree.MemoryRequirements().String())
		w := world.New(world.Options{})
		memories := []*decider.Memory[struct{}]{tree.NewMemory(w, w.NewAgent()), tree.NewMemory(w, w.NewAgent())} // no squad is larger
		for i := range 4 {
			require.NoError(t, w.Advance(1))
			in := decider.Input{Time: float64(i), DT: 1, DecisionFlags: decider.DecisionFlags(i)}
			for _, memory := range memories {
				if i == 1 {
					plugAll(t, memory, root, map[*plain]bool{})
				}
				if err := decider.TickBehaviorTree(memory, struct{}{}, in); err != nil {
					require.ErrorIs(t, err, decider.ErrRedecideLoop) // Jumps may do that
				}
			}
		}
		for _, memory := range memories {
			require.NoError(t, memory.Close())
		}
	})
}

// toy is what is plugged into slots.
var toy = decider.MustInitializeTreeData(&plain{Name: "TOYROOT", Policy: decider.Sequence, Children: plainChildren{
	{Name: "TAKE", Behavior: &plainBehavior{Name: "ENDS", Tick: ends}}, {Name: "KEEP", Behavior: &idle},
}})

// plugAll plugs the toy into each slot that has room for it.
func plugAll(t *testing.T, memory *decider.Memory[struct{}], d *plain, seen map[*plain]bool) {
	if seen[d] {
		return
	}
	seen[d] = true
	if d.Slot != nil {
		if err := memory.Plug(d.Slot, toy); toy.MemoryRequirements().Bytes <= d.Slot.Reserve {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, decider.ErrSlotOverflow)
		}
	}
	for _, child := range append(slices.Clip(d.Children), d.Copy) {
		if child != nil {
			plugAll(t, memory, child, seen)
		}
	}
}

// malformed declares up to 14 deciders of odd fields that may stand in each other anywhere.
func malformed(s randomtree.Source) *plain {
	pool := make([]*plain, 1+s.Choose(14))
	gates := []*world.Gate{{Name: "G0", Max: 1}, {Name: "G1", Max: 2, Cooldown: oddNumber(s)}, {Name: pick(s, "G0", "G2"), Max: s.Choose(4)}}
	squads := []*world.Squad{{Name: "S0", Agents: 1}, {Name: "S1", Agents: pick(s, 0, 2, 256)}, {Name: pick(s, "S0", "S2"), Agents: 2, Roles: pick(s, []world.Role{1, 2}, []world.Role{3, 0}, []world.Role{1})}}
	for i := range pool {
		pool[i] = &plain{}
	}
	for i, d := range pool {
		if s.Choose(24) < 23 {
			d.Name = fmt.Sprintf("D%d", i)
		} else {
			d.Name = pick(s, "", "D0", "NEST_6572DDD", "NEST_C68B531B")
		}
		if s.Choose(8) == 7 {
			d.Options = pick[decider.Options](s, 1, 2, 4, 7, decider.Monitor, 16, 255)
			d.Policy = decider.Policy(s.Choose(14))
			d.Margin = oddNumber(s)
		}
		if s.Choose(4) == 3 {
			d.Policy = decider.Policy(s.Choose(12))
		}
		if d.Policy == decider.Concurrent || s.Choose(32) == 31 {
			d.SucceedAt, d.FailAt = pick(s, 0, 0, 1, 2, -1, 5), pick(s, 0, 0, 1, 2, -1, 5)
		}
		if s.Choose(6) == 5 {
			d.Modifiers = oddModifiers(s)
		}
		if s.Choose(4) == 3 {
			d.DecisionFlags = decider.Check{All: decider.DecisionFlags(s.Choose(4)), Any: decider.DecisionFlags(s.Choose(4)), None: decider.DecisionFlags(s.Choose(4))}
		}
		if s.Choose(8) == 7 {
			d.StimuliFlags = stimuli.Check{All: stimuli.StimuliFlags(s.Choose(4)), Any: stimuli.StimuliFlags(s.Choose(4)), None: stimuli.StimuliFlags(s.Choose(4))}
			d.Every, d.Cooldown, d.Weight = oddNumber(s), oddNumber(s), oddNumber(s)
		}
		if i > 0 && s.Choose(2) == 0 {
			d.Decide = yes
		}
		share(s, d, i, gates, squads)
		fill(s, d, i, pool)
		if s.Choose(16) == 15 {
			fill(s, d, i, pool)
		}
	}
	if s.Choose(64) == 63 {
		return nil
	}
	return pool[0]
}

// share gives a decider a gate, a squad or a part in one, not always where it belongs.
func share(s randomtree.Source, d *plain, i int, gates []*world.Gate, squads []*world.Squad) {
	if s.Choose(6) == 5 && (i > 0 || s.Choose(8) == 7) {
		d.Gate = gates[pick(s, 0, 0, 0, 1, 2)]
		d.GateKey = pick(s, nil, plainKeyOf)
	}
	if s.Choose(8) == 7 && (i > 0 || s.Choose(8) == 7) {
		d.Squad = squads[pick(s, 0, 0, 0, 1, 2)]
		d.SquadKey = pick(s, nil, plainKeyOf)
		d.CanPlay = pick(s, nil, nil, nil, plainRolesOf)
	}
	if s.Choose(16) == 15 {
		d.Role = world.Role(s.Choose(4))
	}
	if s.Choose(12) == 11 {
		d.Options |= decider.Barrier
	}
}

// fill gives a decider contents, one kind mostly.
func fill(s randomtree.Source, d *plain, i int, pool []*plain) {
	switch s.Choose(9) {
	case 0, 1, 2:
		d.Behavior = pick[behavior.Runner[struct{}]](s, &idle, &idle, &plainGiven{Value: 3, Behavior: &takes}, &plainGiven{}, &behavior.WithBlock[struct{}, [3]int]{Name: "BLOCK"}, (*plainBehavior)(nil), &plainBehavior{},
			&plainBehavior{Name: "LEAVES", Tick: ends, Leave: leaving, LeaveTimeout: oddNumber(s)}, &plainBehavior{Name: "FAILS", Activate: fails},
			&plainBehavior{Name: "LOOKS", Tick: ends, Period: oddNumber(s)})
	case 3:
		d.DBlock = pick[decider.Handover[struct{}]](s, &plainDBlock{Decide: found3, Behavior: &takes}, &plainDBlock{Decide: found3}, &plainDBlock{}, (*plainDBlock)(nil))
		if s.Choose(8) < 7 {
			d.Decide = nil
		}
	case 8:
		if k := i + 1 + s.Choose(len(pool)); k < len(pool) || s.Choose(8) == 7 {
			d.Copy = pool[k%len(pool)]
		}
	case 4:
		d.Jump = fmt.Sprintf("D%d", s.Choose(len(pool)+1))
	case 5:
		if s.Choose(2) == 1 {
			d.Slot = pick(s, &plainSlot{Name: fmt.Sprintf("S%d", i), Reserve: 1 << 12}, &plainSlot{Name: "S0", Reserve: s.Choose(1 << 12)},
				&plainSlot{Reserve: -1}, &plainSlot{Name: "VAST", Reserve: math.MaxInt})
		}
	default:
		for range s.Choose(5) {
			// Mostly later ones, so that not everything is a cycle.
			k := i + 1 + s.Choose(len(pool))
			switch {
			case k < len(pool):
				d.Children = append(d.Children, pool[k])
			case s.Choose(12) == 11:
				d.Children = append(d.Children, pick(s, nil, pool[k%len(pool)]))
			}
		}
	}
}

func ends(*plainContext) behavior.Status  { return behavior.Success }
func fails(*plainContext) behavior.Status { return behavior.Failure }

func oddModifiers(s randomtree.Source) decider.Modifiers {
	return decider.Modifiers{
		Repeat: pick(s, 0, 0, 1, 2, decider.Forever, -2), Until: decider.Until(s.Choose(4)), Timeout: oddNumber(s),
		Outcome: decider.Outcome(s.Choose(5)), Limit: pick(s, 0, 0, 1, 2, -1),
	}
}

func pick[T any](s randomtree.Source, from ...T) T { return from[s.Choose(len(from))] }

func oddNumber(s randomtree.Source) float64 {
	return pick(s, 0, 0, 0, 1, 0.5, -1, math.NaN(), math.Inf(1), math.MaxFloat64)
}

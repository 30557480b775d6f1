package replay

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// This file makes a replica of a tree from its Description. Memories have the same layout, and functions read the answers
// of the original functions from a tape (RULES R32).

// errReplica is wrapped by the error for a Description from which no tree can be made.
var errReplica = errors.New("decider: no tree can be made from this description")

// replicas makes the trees of one Player. Their functions read from one tape. They share gates and squads by name, because
// names are unique in a world and an agent asks for each once, in whichever of its trees (RULES R26, R27).
type replicas struct {
	tape   *playback
	gates  map[string]*world.Gate
	squads map[string]*world.Squad
}

func newReplicas(tape *playback) *replicas {
	return &replicas{tape, map[string]*world.Gate{}, map[string]*world.Squad{}}
}

func (r *replicas) gate(g *description.Gate) *world.Gate {
	if r.gates[g.Name] == nil {
		r.gates[g.Name] = &world.Gate{Name: g.Name, Max: g.Max, Cooldown: g.Cooldown, AgentCooldown: g.AgentCooldown}
	}
	return r.gates[g.Name]
}

func (r *replicas) squad(s *description.Squad) *world.Squad {
	if r.squads[s.Name] == nil {
		made := &world.Squad{Name: s.Name, Agents: s.Agents, KeepOthers: s.KeepOthers}
		for _, role := range s.Roles {
			made.Roles = append(made.Roles, world.Role(role))
		}
		r.squads[s.Name] = made
	}
	return r.squads[s.Name]
}

// of makes the replica of a Description's tree.
func (r *replicas) of(d *description.Tree) (*program.Tree, error) {
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", errReplica, err)
	}
	slots := make([]*plain.Slot, len(d.Slots))
	for i, s := range d.Slots {
		slots[i] = &plain.Slot{Name: s.Name, Reserve: s.Reserve}
	}
	all := make([]*plain.Decider, len(d.Deciders))
	for i := range all {
		all[i] = &plain.Decider{}
	}
	for i := range d.Deciders {
		of, to := &d.Deciders[i], all[i]
		*to = plain.Decider{
			Name: of.Name, Options: of.Options, DecisionFlags: of.DecisionFlags, StimuliFlags: of.StimuliFlags, Role: of.Role,
			Cooldown: of.Cooldown, Every: of.Every, Weight: of.Weight, BehaviorFlags: of.BehaviorFlags, Policy: of.Policy,
			Margin: of.Margin, SucceedAt: of.SucceedAt, FailAt: of.FailAt, Jump: of.Jump, Modifiers: of.Modifiers,
		}
		if of.Gate >= 0 {
			to.Gate = r.gate(&d.Gates[of.Gate])
		}
		if of.Squad >= 0 {
			to.Squad = r.squad(&d.Squads[of.Squad])
		}
		if of.Slot >= 0 {
			to.Slot = slots[of.Slot]
		}
		if of.GateKey != nil {
			to.GateKey = r.tape.number
		}
		if of.SquadKey != nil {
			to.SquadKey = r.tape.number
		}
		if of.CanPlay != nil {
			to.CanPlay = r.tape.roles
		}
		switch {
		case of.DBlock != nil:
			to.DBlock = &usercode.DBlock{
				Decide: func(*usercode.Context, unsafe.Pointer) float64 { return r.tape.value(nil) },
				DBlock: blockOf(of.DBlock), Behavior: r.takingOf(of.Behavior),
			}
		case of.Behavior != nil:
			calls := r.callsOf(of.Behavior)
			to.Behavior = &calls
		}
		if of.Decide != nil && of.DBlock == nil {
			to.Decide = r.tape.value
		}
		for _, c := range of.Children {
			to.Children = append(to.Children, all[c])
		}
		for _, k := range of.Keys {
			to.Keys = append(to.Keys, keyOf(&d.Keys[k], uint32(k+1)))
		}
	}
	tree, err := program.Initialize(all[0])
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errReplica, err)
	case int(tree.Size) != d.Size || tree.LayoutHash() != d.Layout:
		return nil, fmt.Errorf("%w: its memory of %d bytes is laid out differently from the described one of %d bytes", errReplica, tree.Size, d.Size)
	}
	tree.Declared.Fingerprint = func() uint64 { return d.Fingerprint }
	return tree, nil
}

// keyOf makes a key of a replica.
func keyOf(k *description.Key, id uint32) *usercode.Key {
	t := &k.Type
	return &usercode.Key{
		Name: k.Name, Scope: usercode.Scope(k.Scope), Block: blockOf(t), ID: id,
		Append: func(dst []byte, value unsafe.Pointer) []byte {
			if t.Pointers {
				return append(dst, "(not recorded)"...)
			}
			return append(dst, t.Text(unsafe.Slice((*byte)(value), t.Size))...)
		},
	}
}

// blockOf makes the block for a type. A value with pointers is not recorded, so its block only has an address.
func blockOf(t *description.Type) usercode.Block {
	size := uintptr(t.Size)
	b := usercode.Block{Type: reflect.TypeFor[struct{}](), Size: size, Align: uintptr(t.Align), Pointers: t.Pointers}
	if t.Pointers {
		size = 0
	}
	words := (size + program.WordSize - 1) / program.WordSize
	b.New = func() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]uint64, words+1))) }
	b.Clear = func(p unsafe.Pointer) { clear(unsafe.Slice((*byte)(p), size)) }
	b.Copy = func(dst, src unsafe.Pointer) {
		copy(unsafe.Slice((*byte)(dst), size), unsafe.Slice((*byte)(src), size))
	}
	return b
}

// callsOf returns the functions of a behavior, for those that the original has.
func (r *replicas) callsOf(b *description.Behavior) usercode.Behavior {
	calls := usercode.Behavior{Name: b.Name, LeaveTimeout: b.LeaveTimeout, Period: b.Period, Delayed: b.Delayed}
	if g := b.Given; g != nil {
		calls.Given = &usercode.Given{Type: g.Type, Text: g.Text, JSON: g.Value}
	}
	if b.Block == nil {
		if b.Activate != nil {
			calls.Activate = r.tape.status
		}
		if b.Tick != nil {
			calls.Tick = r.tape.status
		}
		if b.Leave != nil {
			calls.Leave = r.tape.status
		}
		if b.Deactivate != nil {
			calls.Deactivate = r.tape.done
		}
		return calls
	}
	status := func(*usercode.Context, unsafe.Pointer) uint8 { return r.tape.status(nil) }
	calls.Block = blockOf(b.Block)
	if b.Activate != nil || b.Deferred {
		calls.ActivateBlock = status
	}
	if b.Tick != nil || b.Deferred {
		calls.TickBlock = status
	}
	if b.Leave != nil {
		calls.LeaveBlock = status
	}
	if b.Deactivate != nil || b.Deferred {
		calls.DeactivateBlock = func(*usercode.Context, unsafe.Pointer) { r.tape.done(nil) }
	}
	if b.Deferred {
		calls.Idle = func(*usercode.Context, unsafe.Pointer) bool { return r.tape.yes() }
		calls.Waits = waitsOf(b)
	}
	return calls
}

// waitsOf returns the function that reads the token of a deferred behavior's request. It is the first word of the block; a block
// with pointers is not recorded, so it tells nothing.
func waitsOf(b *description.Behavior) func(unsafe.Pointer) (string, uint64) {
	recorded, system := !b.Block.Pointers && b.Block.Size >= program.WordSize, b.System
	return func(block unsafe.Pointer) (string, uint64) {
		if recorded {
			if t := *(*world.Token)(block); t != 0 {
				return system, uint64(t.Glance(engine.Key{}))
			}
		}
		return "", 0
	}
}

// takingOf returns the functions of a behavior that takes a DBlock.
func (r *replicas) takingOf(b *description.Behavior) usercode.Behavior {
	calls := r.callsOf(b)
	if calls.ActivateBlock != nil {
		calls.ActivateBlock = nil
		calls.ActivateTaking = func(*usercode.Context, unsafe.Pointer, unsafe.Pointer) uint8 { return r.tape.status(nil) }
	}
	return calls
}

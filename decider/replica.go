package decider

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

// This file makes a tree out of a Description, whose agents' memories look the same and whose functions read from a tape
// what those of the original have answered (RULES R32).

// ErrReplica is wrapped by the error for a Description that no tree can be made of.
var ErrReplica = errors.New("decider: no tree can be made of this description")

// nobody is the agent of replicas.
type nobody struct{}

type (
	actor        = behavior.Context[nobody]
	replicaCalls = engine.Calls[*actor, behavior.Status]
)

// commons are the gates and squads that the replicas of one Player have in common, by name: in a world no two have the
// same. An agent asks for each once, in whatever of its trees (RULES R26, R27).
type commons struct {
	gates  map[string]*world.Gate
	squads map[string]*world.Squad
}

func newCommons() *commons {
	return &commons{map[string]*world.Gate{}, map[string]*world.Squad{}}
}

func (c *commons) gate(g *GateDescription) *world.Gate {
	if c.gates[g.Name] == nil {
		c.gates[g.Name] = &world.Gate{Name: g.Name, Max: g.Max, Cooldown: g.Cooldown, AgentCooldown: g.AgentCooldown}
	}
	return c.gates[g.Name]
}

func (c *commons) squad(s *SquadDescription) *world.Squad {
	if c.squads[s.Name] == nil {
		made := &world.Squad{Name: s.Name, Agents: s.Agents, KeepOthers: s.KeepOthers}
		for _, role := range s.Roles {
			made.Roles = append(made.Roles, world.Role(role))
		}
		c.squads[s.Name] = made
	}
	return c.squads[s.Name]
}

// replica makes the tree.
func (d *Description) replica(shared *commons) (*Tree[nobody], error) {
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReplica, err)
	}
	slots := make([]*Slot[nobody], len(d.Slots))
	for i, s := range d.Slots {
		slots[i] = &Slot[nobody]{Name: s.Name, Reserve: s.Reserve}
	}
	all := make([]*Decider[nobody], len(d.Deciders))
	for i := range all {
		all[i] = &Decider[nobody]{}
	}
	for i := range d.Deciders {
		of, to := &d.Deciders[i], all[i]
		*to = Decider[nobody]{
			Name: of.Name, Flags: of.Flags, DecisionFlags: of.DecisionFlags, StimuliFlags: of.StimuliFlags, Role: of.Role,
			Cooldown: of.Cooldown, Every: of.Every, Weight: of.Weight, BehaviorFlags: of.BehaviorFlags, Policy: of.Policy,
			Margin: of.Margin, SucceedAt: of.SucceedAt, FailAt: of.FailAt, Jump: of.Jump, Modifiers: of.Modifiers,
		}
		if of.Gate >= 0 {
			to.Gate = shared.gate(&d.Gates[of.Gate])
		}
		if of.Squad >= 0 {
			to.Squad = shared.squad(&d.Squads[of.Squad])
		}
		if of.Slot >= 0 {
			to.Slot = slots[of.Slot]
		}
		if of.GateKey != nil {
			to.GateKey = playNumber
		}
		if of.SquadKey != nil {
			to.SquadKey = playNumber
		}
		switch {
		case of.DBlock != nil:
			to.DBlock = &replicaDBlock{of.Behavior.taking(), of.DBlock.block()}
		case of.Behavior != nil:
			to.Behavior = replicaBehavior{of.Behavior.calls()}
		}
		if of.Decide != nil && of.DBlock == nil {
			to.Decide = playValue
		}
		for _, c := range of.Children {
			to.Children = append(to.Children, all[c])
		}
		for _, k := range of.Keys {
			to.Keys = append(to.Keys, replicaKey{&d.Keys[k], uint32(k + 1)})
		}
	}
	tree, err := InitializeTreeData(all[0])
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrReplica, err)
	case int(tree.layout.size) != d.Size || tree.shape().layout() != d.Layout:
		return nil, fmt.Errorf("%w: its memory of %d bytes would be laid out another way than the one of %d bytes it tells of", ErrReplica, tree.layout.size, d.Size)
	}
	tree.told.print = func() uint64 { return d.Fingerprint }
	return tree, nil
}

// replicaBehavior is a behavior of a replica.
type replicaBehavior struct{ are replicaCalls }

func (b replicaBehavior) Calls(engine.Key) replicaCalls { return b.are }

// replicaDBlock is a DBlock of a replica.
type replicaDBlock struct {
	calls  replicaCalls
	dblock engine.Block
}

func (b *replicaDBlock) Handover(engine.Key) engine.Handover[*actor, behavior.Status] {
	return engine.Handover[*actor, behavior.Status]{
		Decide: func(c *actor, _ unsafe.Pointer) float64 { return playValue(c) },
		DBlock: b.dblock, Calls: b.calls,
	}
}

// replicaKey is a blackboard key of a replica.
type replicaKey struct {
	of *KeyDescription
	id uint32
}

func (k replicaKey) Declared(engine.Key) engine.KeyDeclaration {
	t := &k.of.Type
	return engine.KeyDeclaration{
		Name: k.of.Name, Scope: engine.KeyScope(k.of.Scope), Block: t.block(), ID: k.id,
		Append: func(dst []byte, value unsafe.Pointer) []byte {
			if t.Pointers {
				return append(dst, "(not recorded)"...)
			}
			return append(dst, t.Text(unsafe.Slice((*byte)(value), t.Size))...)
		},
	}
}

// block is the type's memory in a replica. What has pointers is not there, but for something to point to.
func (t *TypeDescription) block() engine.Block {
	size := uintptr(t.Size)
	b := engine.Block{Type: reflect.TypeFor[nobody](), Size: size, Align: uintptr(t.Align), Pointers: t.Pointers}
	if t.Pointers {
		size = 0
	}
	words := (size + wordSize - 1) / wordSize
	b.New = func() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]uint64, words+1))) }
	b.Clear = func(p unsafe.Pointer) { clear(unsafe.Slice((*byte)(p), size)) }
	b.Copy = func(dst, src unsafe.Pointer) {
		copy(unsafe.Slice((*byte)(dst), size), unsafe.Slice((*byte)(src), size))
	}
	return b
}

// calls are the functions of a behavior in a replica: there where the original has them.
func (b *BehaviorDescription) calls() replicaCalls {
	calls := replicaCalls{Name: b.Name, LeaveTimeout: b.LeaveTimeout, Period: b.Period}
	if b.Block == nil {
		if b.Activate != nil {
			calls.Activate = playStatus
		}
		if b.Tick != nil {
			calls.Tick = playStatus
		}
		if b.Leave != nil {
			calls.Leave = playStatus
		}
		if b.Deactivate != nil {
			calls.Deactivate = playDone
		}
		return calls
	}
	calls.Block = b.Block.block()
	if b.Activate != nil || b.Deferred {
		calls.ActivateBlock = playBlock
	}
	if b.Tick != nil || b.Deferred {
		calls.TickBlock = playBlock
	}
	if b.Leave != nil {
		calls.LeaveBlock = playBlock
	}
	if b.Deactivate != nil || b.Deferred {
		calls.DeactivateBlock = func(c *actor, _ unsafe.Pointer) { playDone(c) }
	}
	if b.Deferred {
		system := b.System
		calls.Idle = func(c *actor, _ unsafe.Pointer) bool { return playbackOf(c).yes() }
		calls.Waits = func(unsafe.Pointer) (string, uint64) { return system, 0 }
	}
	return calls
}

// taking are calls of the behavior of a DBlock.
func (b *BehaviorDescription) taking() replicaCalls {
	calls := b.calls()
	if calls.ActivateBlock != nil {
		calls.ActivateBlock = nil
		calls.ActivateTaking = func(c *actor, _, _ unsafe.Pointer) behavior.Status { return playStatus(c) }
	}
	return calls
}

func playStatus(c *actor) behavior.Status                  { return playbackOf(c).status(c) }
func playBlock(c *actor, _ unsafe.Pointer) behavior.Status { return playbackOf(c).status(c) }
func playDone(c *actor)                                    { playbackOf(c).expect(c, tape.Done) }
func playValue(c *actor) float64                           { return playbackOf(c).value(c) }
func playNumber(c *actor) uint64                           { return playbackOf(c).number(c) }
func playbackOf(c *actor) *playback                        { return (*runner[nobody])(c.Engine(key).(*host[nobody])).playing }

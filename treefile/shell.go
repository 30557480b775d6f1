package treefile

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// This file is all that depends on the agent's type: it turns deciders into declared ones and back, and the Registry into
// a plain one.

// lowering has the deciders made so far: shared ones stay shared.
type lowering[A any] map[*decider.Decider[A]]*declared

func (l lowering[A]) decider(d *decider.Decider[A]) *declared {
	if d == nil {
		return nil
	}
	if made := l[d]; made != nil {
		return made
	}
	made := &declared{
		name: d.Name, options: d.Options, decisionFlags: d.DecisionFlags, stimuliFlags: d.StimuliFlags, role: d.Role, cooldown: d.Cooldown,
		every: d.Every, weight: d.Weight, squad: d.Squad, gate: d.Gate, behaviorFlags: d.BehaviorFlags, policy: d.Policy, margin: d.Margin,
		succeedAt: d.SucceedAt, failAt: d.FailAt, jump: d.Jump, modifiers: d.Modifiers, keys: d.Keys, origin: d,
	}
	l[d] = made
	if d.Decide != nil {
		made.decide = d.Decide
	}
	if d.SquadKey != nil {
		made.squadKey = d.SquadKey
	}
	if d.CanPlay != nil {
		made.canPlay = d.CanPlay
	}
	if d.GateKey != nil {
		made.gateKey = d.GateKey
	}
	if !usercode.IsNil(d.Behavior) {
		made.behavior = lowerRunner(d.Behavior)
	}
	if !usercode.IsNil(d.DBlock) {
		made.dblock = &thing{d.DBlock.Handover(engine.Key{}, nil).Behavior.Name, d.DBlock}
	}
	if d.Slot != nil {
		made.slot = lowerSlot(d.Slot)
	}
	for _, child := range d.Children {
		made.children = append(made.children, l.decider(child))
	}
	made.copy = l.decider(d.Copy)
	return made
}

func lowerRunner[A any](b behavior.Runner[A]) *runner {
	calls := b.Calls(engine.Key{}, nil)
	r := &runner{thing: thing{calls.Name, b}, given: calls.Given}
	switch b := b.(type) {
	case behavior.Wait[A]:
		r.stock, r.seconds = stockWait, b.Seconds
	case *behavior.Wait[A]:
		r.stock, r.seconds = stockWait, b.Seconds
	case behavior.Succeed[A], *behavior.Succeed[A]:
		r.stock = stockSucceed
	case behavior.Fail[A], *behavior.Fail[A]:
		r.stock = stockFail
	}
	return r
}

func lowerSlot[A any](s *decider.Slot[A]) *place { return &place{thing{s.Name, s}, s.Reserve} }

// raising makes deciders.
type raising[A any] struct {
	registry *Registry[A]
	made     map[*declared]*decider.Decider[A]
}

func (r raising[A]) decider(d *declared) *decider.Decider[A] {
	if d == nil {
		return nil
	}
	if origin, ok := d.origin.(*decider.Decider[A]); ok {
		return origin
	}
	if made := r.made[d]; made != nil {
		return made
	}
	made := &decider.Decider[A]{
		Name: d.name, Options: d.options, DecisionFlags: d.decisionFlags, StimuliFlags: d.stimuliFlags, Role: d.role, Cooldown: d.cooldown,
		Every: d.every, Weight: d.weight, Squad: d.squad, Gate: d.gate, BehaviorFlags: d.behaviorFlags, Policy: d.policy, Margin: d.margin,
		SucceedAt: d.succeedAt, FailAt: d.failAt, Jump: d.jump, Modifiers: d.modifiers, Keys: d.keys,
	}
	r.made[d] = made
	made.Decide, _ = d.decide.(func(*behavior.Context[A]) float64)
	made.SquadKey, _ = d.squadKey.(func(*behavior.Context[A]) uint64)
	made.CanPlay, _ = d.canPlay.(func(*behavior.Context[A]) world.RoleSet)
	made.GateKey, _ = d.gateKey.(func(*behavior.Context[A]) uint64)
	if b := d.behavior; b != nil {
		switch b.stock {
		case stockWait:
			made.Behavior = behavior.Wait[A]{Name: b.name, Seconds: b.seconds}
		case stockSucceed:
			made.Behavior = behavior.Succeed[A]{Name: b.name}
		case stockFail:
			made.Behavior = behavior.Fail[A]{Name: b.name}
		default:
			made.Behavior, _ = b.it.(behavior.Runner[A])
		}
	}
	if d.dblock != nil {
		made.DBlock, _ = d.dblock.it.(decider.Handover[A])
	}
	if s := d.slot; s != nil {
		made.Slot, _ = s.it.(*decider.Slot[A])
		if made.Slot == nil { // the file declares it, for the first time
			made.Slot = &decider.Slot[A]{Name: s.name, Reserve: s.reserve}
			s.it = made.Slot
			r.registry.slots[s.name] = made.Slot
		}
	}
	for _, child := range d.children {
		made.Children = append(made.Children, r.decider(child))
	}
	made.Copy = r.decider(d.copy)
	if d.broken {
		mend(made)
	}
	return made
}

// mend gives a decider what it may lack because the file has an error in it, so that no fault follows from that error. Such
// a decider is never used.
func mend[A any](d *decider.Decider[A]) {
	if d.Decide == nil && d.DBlock == nil {
		d.Decide = func(*behavior.Context[A]) float64 { return 0 }
	}
	if d.Behavior == nil && d.DBlock == nil && d.Children == nil && d.Jump == "" && d.Slot == nil && d.Copy == nil {
		d.Behavior = behavior.Succeed[A]{}
	}
}

// known is the Registry without the agent's type.
func (r *Registry[A]) known() *known {
	if r.gates == nil {
		r.gates, r.squads, r.slots = map[string]*world.Gate{}, map[string]*world.Squad{}, map[string]*decider.Slot[A]{}
	}
	k := &known{
		names:     r.Names,
		functions: [functions]map[string]any{decides: plainMap(r.Decides), keyFuncs: plainMap(r.KeyFuncs), canPlays: plainMap(r.CanPlays)},
		behaviors: map[string]*runner{}, dblocks: plainMap(r.DBlocks), gates: map[string]*world.Gate{}, squads: map[string]*world.Squad{},
		slots: map[string]*place{}, keys: map[string]decider.Key{}, declarations: map[string]*declared{},
		madeGates: r.gates, madeSquads: r.squads, madeSlots: map[string]*place{},
	}
	for _, b := range r.Behaviors {
		if !usercode.IsNil(b) {
			lowered := lowerRunner(b)
			keep(k.behaviors, lowered.name, lowered)
		}
	}
	for _, g := range r.Gates {
		if g != nil {
			keep(k.gates, g.Name, g)
		}
	}
	for _, s := range r.Squads {
		if s != nil {
			keep(k.squads, s.Name, s)
		}
	}
	for _, s := range r.Slots {
		if s != nil {
			keep(k.slots, s.Name, lowerSlot(s))
		}
	}
	for _, s := range r.slots {
		keep(k.madeSlots, s.Name, lowerSlot(s))
	}
	for _, key := range r.Keys {
		if !usercode.IsNil(key) {
			keep(k.keys, key.Declared(engine.Key{}).Name, key)
		}
	}
	l := lowering[A]{}
	for _, d := range r.Declarations {
		if d != nil {
			keep(k.declarations, d.Name, l.decider(d))
		}
	}
	return k
}

func plainMap[V any](typed map[string]V) map[string]any {
	plain := make(map[string]any, len(typed))
	for name, v := range typed {
		plain[name] = v
	}
	return plain
}

// take makes the Registry that of what was collected.
func (r *Registry[A]) take(k *known) {
	r.Decides = typedMap[func(*behavior.Context[A]) float64](k.functions[decides])
	r.KeyFuncs = typedMap[func(*behavior.Context[A]) uint64](k.functions[keyFuncs])
	r.CanPlays = typedMap[func(*behavior.Context[A]) world.RoleSet](k.functions[canPlays])
	r.DBlocks = typedMap[decider.Handover[A]](k.dblocks)
	for _, name := range namesIn(k.behaviors) {
		r.Behaviors = append(r.Behaviors, k.behaviors[name].it.(behavior.Runner[A]))
	}
	for _, name := range namesIn(k.gates) {
		r.Gates = append(r.Gates, k.gates[name])
	}
	for _, name := range namesIn(k.squads) {
		r.Squads = append(r.Squads, k.squads[name])
	}
	for _, name := range namesIn(k.slots) {
		r.Slots = append(r.Slots, k.slots[name].it.(*decider.Slot[A]))
	}
	for _, name := range namesIn(k.keys) {
		r.Keys = append(r.Keys, k.keys[name])
	}
}

func typedMap[V any](plain map[string]any) map[string]V {
	typed := make(map[string]V, len(plain))
	for name, v := range plain {
		typed[name] = v.(V)
	}
	return typed
}

package reference

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/state"
)

// This file shows the state of an agent, for tests that compare it with the engine's. Plugged trees follow the agent's own,
// each before those plugged into it. The places of tree n count from n<<16 on, and that number precedes the names of its
// deciders.

// PathNames returns the names of the active deciders, in the order of the declaration.
func (r *Reference[A]) PathNames() []string { return names(r.path()) }

// Path returns the active places by their numbers, tree by tree, in the order of the declaration.
func (r *Reference[A]) Path() (numbers []int) {
	r.eachTree(func(base int, t *treeState[A]) {
		for _, p := range r.path() {
			if p.tree == t {
				numbers = append(numbers, base+p.number)
			}
		}
	})
	return numbers
}

// Every returns the due times of the Every timers that have been started, by decider.
func (r *Reference[A]) Every() map[string]float64 {
	return byName(r, func(t *treeState[A]) map[*decider.Decider[A]]float64 { return t.every })
}

// Cooldown returns the ends of the Cooldowns that have been started, by decider.
func (r *Reference[A]) Cooldown() map[string]float64 {
	return byName(r, func(t *treeState[A]) map[*decider.Decider[A]]float64 { return t.cooldown })
}

// Entries returns the counts of entries into deciders with a Limit.
func (r *Reference[A]) Entries() map[string]int {
	return byName(r, func(t *treeState[A]) map[*decider.Decider[A]]int { return t.entries })
}

// Monitors returns the places of the Monitors that accepted when they were last asked.
func (r *Reference[A]) Monitors() (numbers []int) {
	r.eachTree(func(base int, t *treeState[A]) {
		for _, p := range t.places {
			if p.heard {
				numbers = append(numbers, base+p.number)
			}
		}
	})
	return numbers
}

// Blocks returns the bytes of the active places' blocks without pointers, by place.
func (r *Reference[A]) Blocks() map[int][]byte {
	blocks := map[int][]byte{}
	r.eachTree(func(base int, t *treeState[A]) {
		for _, p := range t.places {
			if b := p.behavior.Block; p.active && b.Size > 0 && !b.Pointers {
				blocks[base+p.number] = slices.Clone(unsafe.Slice((*byte)(p.block), b.Size))
			}
		}
	})
	return blocks
}

// Values returns the blackboard values as text, by key and place: "hunger@0". Those of scope Agent and Tree stand
// at the root.
func (r *Reference[A]) Values() map[string]string {
	texts := map[string]string{}
	r.eachTree(func(base int, t *treeState[A]) {
		for _, p := range t.places {
			for _, listed := range p.decider.Keys {
				k := listed.Declared(engine.Key{})
				at, values := base+p.number, p.values
				switch {
				case k.Scope == usercode.AgentScope && t != r.own:
					continue // it is the agent's
				case k.Scope == usercode.AgentScope:
					at, values = base, r.agentValues()
				case k.Scope != usercode.DeciderScope:
					at, values = base, t.values
				}
				texts[fmt.Sprintf("%s@%d", k.Name, at)] = string(k.Append(nil, valueIn(values, k)))
			}
		}
	})
	return texts
}

// Turns returns what the agent stores about turns, timers, counts and waiting, for each decider in the order of
// Memory.StateAt. Other fields are not set.
func (r *Reference[A]) Turns() (all []state.Decider) {
	r.root.each(func(p *place[A]) {
		d, t := p.decider, p.tree
		s := state.Decider{Decider: p.label(), Active: p.active, Entries: t.entries[d], Limit: d.Modifiers.Limit, Turn: p.turn()}
		if due, ok := t.cooldown[d]; ok {
			s.CooldownLeft = max(0, due-r.in.Time)
		}
		if due, ok := t.every[d]; ok {
			s.EveryLeft = max(0, due-r.in.Time)
		}
		if p.isGroup() && (p.active || d.Policy == decider.Shuffle) {
			p.describe(&s)
		}
		all = append(all, s)
	})
	return all
}

// describe fills in what a group stores about its children.
func (p *place[A]) describe(s *state.Decider) {
	switch p.decider.Policy {
	case decider.Shuffle:
		s.TurnsLeft = len(p.bag)
	}
	if !p.active || p.resting {
		return
	}
	switch p.decider.Policy {
	case decider.Sequential, decider.SequentialLooping:
		s.TurnsLeft = len(p.children) - p.cursor
	case decider.OneOff:
		s.TurnsLeft = len(p.unspent(p.children))
	case decider.Concurrent:
		s.Accepted, s.Succeeded, s.Failed = p.accepted, p.succeeded, p.failed
	}
	child := p.waitsFor()
	if child == nil {
		return
	}
	s.Waiting.Child = child.label()
	for _, how := range []func(*place[A]) bool{(*place[A]).claims, (*place[A]).waits} {
		if q := child.among(how); q != nil {
			if q.decider.Squad != nil && (q.decider.Gate == nil || q.membership.state != joined) {
				s.Waiting.Squad = q.decider.Squad.Name
			} else {
				s.Waiting.Gate = q.decider.Gate.Name
			}
			return
		}
	}
}

// turn is what its group still has to do with a place.
func (p *place[A]) turn() state.Turn {
	group := p.parent
	if group == nil || !group.isGroup() || p.active || (!group.active || group.resting) && group.decider.Policy != decider.Shuffle {
		return state.TurnNone
	}
	if group.active && !group.resting && (group.unbegun[p] || group.waitsFor() == p) {
		return state.TurnAwaited
	}
	past := p.index < group.cursor
	switch policy := group.decider.Policy; {
	case policy == decider.Sequence && past:
		return state.TurnDone
	case policy == decider.Selector && past:
		return state.TurnFailed
	case (policy == decider.Sequential || policy == decider.SequentialLooping) && past,
		policy == decider.OneOff && group.spent[p.index],
		policy == decider.Shuffle && !group.bag[p.index]:
		return state.TurnOver
	}
	return state.TurnNone
}

// waitsFor returns the child that an active group waits for (R33), or nil.
func (p *place[A]) waitsFor() *place[A] {
	var candidates []*place[A]
	switch p.decider.Policy {
	case decider.Concurrent:
		for _, child := range p.children {
			if p.unbegun[child] {
				return child
			}
		}
		return nil
	case decider.Sequential, decider.SequentialLooping, decider.Sequence, decider.Selector:
		candidates = p.children[p.cursor:min(p.cursor+1, len(p.children))]
	case decider.OneOff:
		candidates = p.unspent(p.children)
	default:
		candidates = p.children
	}
	switch {
	case !p.active || len(p.up) > 0 || p.resting:
		return nil
	case p.decider.Policy == decider.ReactiveSequence:
		return p.awaited
	case p.decider.Policy == decider.Random || p.decider.Policy == decider.Shuffle:
		return p.drawn
	}
	for _, how := range []func(*place[A]) bool{(*place[A]).claims, (*place[A]).waits} {
		for _, child := range candidates {
			if child.among(how) != nil {
				return child
			}
		}
	}
	return nil
}

// claims reports whether a place has claimed its gate or wants its squad, and is not inside.
func (p *place[A]) claims() bool {
	return !p.active && (p.pass.state != noPass || p.membership.state != noMembership)
}

func (p *place[A]) waits() bool { return p.has(decider.Wait) }

// among returns the first place that is so among p, the children that it delegates to, and for a Jump the groups on the way
// to its target and that target; nil for none.
func (p *place[A]) among(is func(*place[A]) bool) *place[A] {
	switch {
	case p.isJump():
		for q := p.target.parent; q != p.common(); q = q.parent {
			if !q.active && is(q) {
				return q
			}
		}
		if p.target.isJump() {
			return nil
		}
		return p.target.amongChildren(is, true)
	}
	return p.amongChildren(is, false)
}

func (p *place[A]) amongChildren(is func(*place[A]) bool, jumped bool) *place[A] {
	if is(p) {
		return p
	}
	if !p.decidesFirst() || !p.hasDecide() && !p.delegates() { // a Decide may delegate as well
		return nil
	}
	for _, child := range p.children {
		found := (*place[A])(nil)
		if !child.isJump() {
			found = child.amongChildren(is, jumped)
		} else if !jumped {
			found = child.among(is)
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// eachTree calls show for every tree with the number from which its places count.
func (r *Reference[A]) eachTree(show func(base int, t *treeState[A])) {
	for i, t := range r.trees() {
		show(i<<16, t)
	}
}

func byName[A, V any](r *Reference[A], of func(*treeState[A]) map[*decider.Decider[A]]V) map[string]V {
	named := map[string]V{}
	r.eachTree(func(base int, t *treeState[A]) {
		for d, value := range of(t) {
			name := d.Name
			if t != r.own {
				name = fmt.Sprintf("%d:%s", base, name)
			}
			named[name] = value
		}
	})
	return named
}

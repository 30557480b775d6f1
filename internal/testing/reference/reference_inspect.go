package reference

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
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
				case k.Scope != usercode.DeciderScope:
					at, values = base, t.values
				}
				texts[fmt.Sprintf("%s@%d", k.Name, at)] = string(k.Append(nil, valueIn(values, k)))
			}
		}
	})
	return texts
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

package reference

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// value returns where a blackboard value lies for the code of a place. Values of scope Agent belong to the agent's own tree
// and are visible in all trees, those of scope Tree to the tree, and those of scope Decider to the nearest place at or above
// that lists the key. A value is allocated at its first use.
func (r *Reference[A]) value(id uint32, p *place[A]) (unsafe.Pointer, error) {
	if k, ok := r.own.key(id); ok && k.Scope == usercode.AgentScope {
		return valueIn(r.agentValues(), k), nil
	}
	k, ok := p.tree.key(id)
	switch {
	case !ok || k.Scope == usercode.AgentScope:
		return nil, fmt.Errorf("%w: %d in %s", decider.ErrKey, id, p.decider.Name)
	case k.Scope == usercode.TreeScope:
		return valueIn(p.tree.values, k), nil
	}
	for owner := p; owner != nil && owner.tree == p.tree; owner = owner.parent {
		if _, ok := owner.key(id); ok {
			return valueIn(owner.values, k), nil
		}
	}
	return nil, fmt.Errorf("%w: %s in %s", decider.ErrKey, k.Name, p.decider.Name)
}

func valueIn(values map[uint32]unsafe.Pointer, k usercode.Key) unsafe.Pointer {
	if values[k.ID] == nil {
		values[k.ID] = k.Block.New()
	}
	return values[k.ID]
}

// key returns a key that a decider of the tree lists.
func (t *treeState[A]) key(id uint32) (k usercode.Key, ok bool) {
	for _, p := range t.places {
		if k, ok = p.key(id); ok {
			break
		}
	}
	return k, ok
}

// key returns a key that the decider itself lists.
func (p *place[A]) key(id uint32) (usercode.Key, bool) {
	for _, listed := range p.decider.Keys {
		if k := listed.Declared(engine.Key{}); k.ID == id {
			return k, true
		}
	}
	return usercode.Key{}, false
}

// missesKeys returns an error for keys of scope Agent that a tree lists and the agent's own tree does not.
func (r *Reference[A]) missesKeys(t *treeState[A]) error {
	var missing []error
	told := map[uint32]bool{}
	for _, p := range t.places {
		for _, listed := range p.decider.Keys {
			k := listed.Declared(engine.Key{})
			own, ok := r.own.key(k.ID)
			if k.Scope == usercode.AgentScope && !(ok && own.Scope == usercode.AgentScope) && !told[k.ID] {
				told[k.ID] = true
				missing = append(missing, fmt.Errorf("%w: %s of %s", decider.ErrKey, k.Name, t.root.decider.Name))
			}
		}
	}
	return errors.Join(missing...)
}

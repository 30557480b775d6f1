package decider

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Pool holds memories of one tree for agents that come and go, so that neither their birth nor their death allocates.
// Make it with [Tree.NewPool]. Several goroutines may use a Pool at once; each memory belongs to one of them, also while
// Put deactivates what is active in it.
type Pool[A any] struct{ plain agent.Pool }

// NewPool makes a pool of n memories, whose bytes are one allocation. When it is empty, Get makes as many again, at
// least one. A pool never shrinks. The Get of a nil tree's pool returns [ErrNilTree].
func (t *Tree[A]) NewPool(n int) *Pool[A] {
	p := &Pool[A]{}
	p.plain.Make(t.compiled(), n, func(n int) []*agent.Agent {
		shells, all := make([]Memory[A], n), make([]*agent.Agent, n)
		for i := range shells {
			m := &shells[i]
			m.plain.Context = m.context.Plain(engine.Key{})
			all[i] = &m.plain
		}
		return all
	})
	return p
}

// Get returns a memory for a new agent, as [Tree.NewMemory] does. It holds nothing of an agent that had it before.
//
// An error is returned with a nil memory, and nothing has changed: one wrapping [ErrNoPool] or [ErrNilTree]; that of an id
// which is not new in w; that of a closed w, or of a nil w for a tree with gates, squads or systems.
func (p *Pool[A]) Get(w *world.World, id world.AgentID) (*Memory[A], error) {
	if p == nil {
		return nil, ErrNoPool
	}
	m, err := p.plain.Get(w, id)
	return (*Memory[A])(unsafe.Pointer(m)), err // Memory begins with it
}

// Put closes the memory of an agent that is gone and takes it back; a memory that was closed before is taken back too. It
// returns the errors of the Deactivates. Do not use the memory afterwards: the next Get may hand it out. Until then its
// calls return an error wrapping [ErrClosed].
//
// A refused memory stays with its agent, and nothing has changed. The error wraps [ErrNotPooled] for a memory that Get of
// this pool has not handed out, or that was put back already; [ErrOtherTree] for one that was migrated to another tree;
// [ErrReentrant] for the memory whose tick calls Put; [ErrNilMemory], [ErrNoTree], [ErrInCrowd] or [ErrNoPool].
func (p *Pool[A]) Put(m *Memory[A]) error {
	if p == nil {
		return ErrNoPool
	}
	return p.plain.Put(m.agent(), m.forget)
}

// A Memory begins with an agent.Agent, so that a pointer to one is a pointer to the other.
var _ = [1]struct{}{}[unsafe.Offsetof(Memory[int]{}.plain)]

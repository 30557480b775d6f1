package agent

import (
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// Pool is a decider.Pool without the agent's type. Several goroutines may use it.
type Pool struct {
	tree   *program.Tree
	shells func(n int) []*Agent // makes zero Agents with their Contexts

	mu    sync.Mutex // guards the fields below; not held while user code runs
	made  []block
	total int          // memories in made
	free  []*Agent     // the one put back last is next, since its memory is most likely in the processor's caches
	bound *world.World // it knows the tree's gates, squads and systems
}

// block is memories that were made together: they lie beside each other.
type block struct{ first, last *Agent }

// Make initializes the pool with n memories.
func (p *Pool) Make(t *program.Tree, n int, shells func(n int) []*Agent) {
	p.tree, p.shells = t, shells
	if t != nil && n > 0 {
		p.grow(n)
	}
}

// grow makes n memories.
func (p *Pool) grow(n int) {
	all := p.shells(n)
	for i, room := range memory.Rooms(p.tree, n) {
		m := all[i]
		m.empty(room)
		m.Late() // Close needs it
		m.Phase = tick.Pooled
	}
	p.made = append(p.made, block{all[0], all[n-1]})
	p.total += n
	p.free = slices.Grow(p.free, p.total) // Put does not allocate
	for i := len(all) - 1; i >= 0; i-- {  // the first is next
		p.free = append(p.free, all[i])
	}
}

// Get is Pool.Get.
func (p *Pool) Get(w *world.World, id world.AgentID) (*Agent, error) {
	switch {
	case p == nil || p.shells == nil:
		return nil, refusal.ErrNoPool
	case p.tree == nil:
		return nil, refusal.ErrNilTree
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if w == nil || w != p.bound { // Bind allocates
		if err := p.tree.Bind(w); err != nil {
			return nil, err
		}
		p.bound = w
	}
	if len(p.free) == 0 {
		p.grow(max(p.total, 1))
	}
	last := len(p.free) - 1
	m := p.free[last]
	if err := m.join(w, id); err != nil {
		m.assign(nil, 0)
		m.Phase = tick.Pooled
		return nil, err
	}
	p.free = p.free[:last]
	return m, nil
}

// Put is Pool.Put. It calls forget before another goroutine can get the memory.
func (p *Pool) Put(m *Agent, forget func()) (err error) {
	if p == nil || p.shells == nil {
		return refusal.ErrNoPool
	}
	if err := m.checkPut(p); err != nil {
		return err
	}
	err = m.finish()
	forget()
	m.Phase = tick.Pooled
	p.mu.Lock()
	p.free = append(p.free, m)
	p.mu.Unlock()
	return err
}

// checkPut returns the error with which a pool refuses to take a memory back, or nil.
func (m *Agent) checkPut(p *Pool) error {
	switch err := m.checkReuse("put back"); {
	case err == refusal.ErrPooled:
		return fmt.Errorf("%w: it was put back before; let Put be the last use of it", refusal.ErrNotPooled)
	case err != nil:
		return err
	case !p.owns(m):
		return fmt.Errorf("%w: agent %d's is from another pool or from Tree.NewMemory; put it into its own pool, or Close it", refusal.ErrNotPooled, m.Context.ID)
	case m.Tree != p.tree:
		return fmt.Errorf("%w: agent %d's was migrated to another tree since; Close it, and make a pool of the new tree", refusal.ErrOtherTree, m.Context.ID)
	}
	return nil
}

// owns reports whether the pool has made the memory. Each block is as large as all before it, so there are few.
func (p *Pool) owns(m *Agent) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := func(m *Agent) uintptr { return uintptr(unsafe.Pointer(m)) }
	return slices.ContainsFunc(p.made, func(b block) bool { return at(m) >= at(b.first) && at(m) <= at(b.last) })
}

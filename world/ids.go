package world

import (
	"fmt"
	"maps"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
)

// AgentID names an agent within its world. Random draws depend on it, so a world never uses an ID twice, even after
// its agent is gone. 0 is nobody: the sender of messages from outside of agents, and a suitable ID for a lone
// creature without a world.
type AgentID uint64

// PageSize is how many agent IDs a crowd reserves at a time.
const PageSize = 1024

// closer is a world's view of the memory of a single agent: one outside of crowds.
type closer interface {
	// CloseMember deactivates everything in the memory, as Memory.Close does.
	CloseMember(engine.Key) error
}

// owner is a world's view of a crowd. While the crowd ticks, the world calls TickingNow only.
type owner interface {
	// OwnerName is the crowd's name, unique in the world.
	OwnerName(engine.Key) string
	// Deliver puts a stimulus into the agent's set, in place of those of its kind (renew) or beside them, and wakes the
	// agent. It returns [ErrGone] if the agent is gone, and [ErrUndelivered] if the crowd has no stimuli.
	Deliver(_ engine.Key, _ AgentID, _ stimuli.Stimulus, renew bool) error
	// Wake makes the crowd tick the agent next time, because the agent's wait is over. It ignores agents that are gone.
	Wake(engine.Key, AgentID)
	// CloseOwner deactivates everything in the crowd.
	CloseOwner(engine.Key) error
	// TickingNow reports whether the crowd is ticking.
	TickingNow(engine.Key) bool
	// Agents returns how many agents the crowd has.
	Agents(engine.Key) int
}

// single is an agent outside of crowds.
type single struct {
	member closer       // nil if there is nothing to close
	set    *stimuli.Set // nil while the agent has no stimuli
}

// registry holds the agents of a world. A crowd costs one entry for each page of IDs, not for each agent.
type registry struct {
	last     AgentID            // the ID that NewAgent returned last
	used     idSet              // IDs that singles have had
	singles  map[AgentID]single // the living ones
	departed bool               // a single has gone since the last Advance
	owners   []owner            // in the order in which they were made
	pages    map[AgentID]owner  // by ID / PageSize
	nextPage AgentID            // earlier pages are no longer available to crowds
	turns    uint64             // how often a crowd or a single has come or gone
}

// NewAgent returns an ID that no agent of this world has had.
func (w *World) NewAgent() AgentID {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		w.last++
		if w.pages[w.last/PageSize] != nil {
			w.last |= PageSize - 1 // skip the rest of the page
		} else if !w.used.has(w.last) {
			return w.last
		}
	}
}

// Join is for the packages of this module: it takes an ID for an agent, once in the world's life. [World.Close]
// closes m.
func (w *World) Join(_ engine.Key, id AgentID, m closer) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.mayJoin(id); err != nil {
		return err
	}
	w.used.add(id)
	w.singles[id] = single{member: m}
	w.turns++
	return nil
}

// MayJoin is for the packages of this module: the error with which Join would refuse an ID; nil for a nil World.
func (w *World) MayJoin(_ engine.Key, id AgentID) error {
	if w == nil {
		return nil
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.mayJoin(id)
}

// mayJoin is MayJoin with the lock held.
func (w *World) mayJoin(id AgentID) error {
	if err := w.open("take in an agent"); err != nil {
		return err
	}
	_, lives := w.singles[id]
	if w.pages[id/PageSize] != nil || w.used.has(id) && (lives || !w.awaited.has(id)) {
		return fmt.Errorf("%w: %d; take one from NewAgent", ErrAgentUsed, id)
	}
	return nil
}

// Leave is for the packages of this module: an agent outside of crowds is gone. From now on messages to it are only
// counted, and it is granted nothing.
func (w *World) Leave(_ engine.Key, id AgentID) {
	w.mu.Lock()
	delete(w.singles, id)
	w.departed = true
	w.turns++
	w.mu.Unlock()
}

// Listen is for the packages of this module: messages to an agent outside of crowds go into this set from now on;
// nil for none.
func (w *World) Listen(_ engine.Key, id AgentID, set *stimuli.Set) {
	w.mu.Lock()
	if s, living := w.singles[id]; living {
		s.set = set
		w.singles[id] = s
	}
	w.mu.Unlock()
}

// Own is for the packages of this module: it adds a crowd to the world.
func (w *World) Own(_ engine.Key, o owner) error {
	name := o.OwnerName(engine.Key{})
	if w == nil {
		return &NoWorldError{What: fmt.Sprintf("crowd %q", name)}
	}
	if err := w.open("take in a crowd"); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, other := range w.owners {
		if other.OwnerName(engine.Key{}) == name {
			return &NameError{What: "crowd", Name: name}
		}
	}
	w.owners = append(w.owners, o)
	w.turns++
	return nil
}

// Page is for the packages of this module: it reserves the next PageSize unused IDs for a crowd and returns the
// first.
func (w *World) Page(_ engine.Key, o owner) (first AgentID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	// An ID that NewAgent has returned may still join.
	page := max(w.nextPage, w.last/PageSize+1)
	for {
		if at, found := w.used.page(page * PageSize); w.pages[page] == nil && (!found || w.used.pages[at].count == 0) {
			break
		}
		page++
	}
	w.pages[page], w.nextPage = o, page+1
	return page * PageSize
}

// PagesOf is for the packages of this module: all pages that a crowd has had, by ID / PageSize, in order. The world does
// not use their IDs again.
func (w *World) PagesOf(_ engine.Key, o owner) (pages []AgentID) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	for page, of := range w.pages {
		if of == o {
			pages = append(pages, page)
		}
	}
	slices.Sort(pages)
	return pages
}

// owner returns the crowd that an ID belongs to; nil for the ID of a single.
func (w *World) owner(id AgentID) owner {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.pages[id/PageSize]
}

// wake makes a crowd tick its agent next time; singles tick anyway. It must not be called with the lock held.
func (w *World) wake(id AgentID) {
	if o := w.owner(id); o != nil {
		o.Wake(engine.Key{}, id)
	}
}

// wakeAll wakes the agents that a part of Advance has added to woken.
func (w *World) wakeAll() {
	for _, id := range w.woken {
		w.wake(id)
	}
	w.woken = w.woken[:0]
}

// living returns the number of agents.
func (w *World) living() int {
	w.mu.RLock()
	n, owners := len(w.singles), w.owners
	w.mu.RUnlock()
	for _, o := range owners {
		n += o.Agents(engine.Key{})
	}
	return n
}

// Living is for the packages of this module: the number of agents, in crowds and outside. No agent may tick.
func (w *World) Living(engine.Key) int { return w.living() }

// Tools is for the packages of this module: the world's agents for tools, crowds in the order they were made, then
// other agents by ID.
func (w *World) Tools(engine.Key) (all []engine.Member) {
	if w == nil {
		return nil
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	for _, o := range w.owners {
		if t := toolOf(o); t != nil {
			all = append(all, t)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.singles)) {
		if t := toolOf(w.singles[id].member); t != nil {
			all = append(all, t)
		}
	}
	return all
}

// ToolOf is for the packages of this module: the agent or the crowd that an ID belongs to, for tools; nil for none.
func (w *World) ToolOf(_ engine.Key, id AgentID) engine.Member {
	if w == nil {
		return nil
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	if o := w.pages[id/PageSize]; o != nil {
		return toolOf(o)
	}
	return toolOf(w.singles[id].member)
}

// ToolTurns is for the packages of this module: a number that changes when a crowd or an agent outside of crowds
// comes or goes.
func (w *World) ToolTurns(engine.Key) uint64 {
	if w == nil {
		return 0
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.turns
}

// toolOf returns the view of tools on a crowd or agent; nil if it has none.
func toolOf(member any) engine.Member {
	if t, is := member.(interface {
		Tool(engine.Key) engine.Member
	}); is {
		return t.Tool(engine.Key{})
	}
	return nil
}

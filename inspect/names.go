package inspect

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// askedAgain is the number of scans in which each agent that is known already is asked for its name once more.
const askedAgain = 16

// called is an agent with its name.
type called struct {
	agent uint64
	name  string // "" for none
}

// nameOf asks the game for an agent's name. If its function panics, it is not asked any more.
func (g *game) nameOf(id world.AgentID) (name string) {
	if g.o.Names.NameOf == nil {
		return ""
	}
	defer func() {
		if p := recover(); p != nil {
			g.complain(fmt.Errorf("inspect: NameOf panicked and is not asked any more: %v", p))
			g.o.Names.NameOf, name = nil, ""
		}
	}()
	return clip(g.o.Names.NameOf(id))
}

// callNames appends the names of scanned agents of a member: those of agents that came after the last scan, and of some
// others, whose names may have changed.
func (s *scan) callNames(to []called, of *member, agents []row, nameOf func(world.AgentID) string) []called {
	for i := range agents {
		agent := agents[i].Agent
		s.highest = max(s.highest, agent)
		if agent <= of.named && (agent+s.turn)%askedAgain != 0 {
			continue
		}
		to = append(to, called{agent, nameOf(world.AgentID(agent))})
	}
	return to
}

// agentNames are the names of the running game's agents. The broadcaster gets them from scans, since the game is only
// asked in its own goroutine; requests read them. Names of agents that are gone stay, as long as they are few.
type agentNames struct {
	mu      sync.RWMutex
	world   int // its number
	known   map[uint64]versioned
	version uint64 // the number of changes so far
	first   uint64 // the version in which this world's names began
}

type versioned struct {
	name    string
	version uint64
}

// add notes names of agents of a world, and drops those of the world before. Names of an earlier world are late.
func (n *agentNames) add(world int, all []called) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if world > n.world {
		n.version++
		n.world, n.first, n.known = world, n.version, map[uint64]versioned{}
	}
	for _, c := range all {
		if was := n.known[c.agent]; world == n.world && was.name != c.name && c.agent <= maxAgentID {
			n.version++
			n.known[c.agent] = versioned{c.name, n.version}
		}
	}
}

// prune drops the names of agents that are gone, if there are many.
func (n *agentNames) prune(r *roster) {
	n.mu.Lock()
	defer n.mu.Unlock()
	r.mu.RLock()
	defer r.mu.RUnlock()
	if len(n.known) < 2*len(r.rows)+4096 {
		return
	}
	for agent := range n.known {
		if r.find(world.AgentID(agent)) == nil {
			delete(n.known, agent)
		}
	}
}

// nameOf is a NameOf for any goroutine.
func (n *agentNames) nameOf(agent world.AgentID) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.known[uint64(agent)].name
}

// some lists names for completions, at most a number, in order.
func (n *agentNames) some(most int) (names []string) {
	n.mu.RLock()
	for _, known := range n.known {
		if known.name != "" {
			names = append(names, known.name)
		}
	}
	n.mu.RUnlock()
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), most)]
}

// changes is the number of changes so far.
func (n *agentNames) changes() uint64 {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.version
}

// after returns the names that were given after a version, by ID.
func (n *agentNames) after(version uint64) wire.AgentNames {
	n.mu.RLock()
	defer n.mu.RUnlock()
	to := wire.AgentNames{Version: n.version, All: version < n.first || version > n.version}
	var all []called
	for agent, is := range n.known {
		if to.All || is.version > version {
			all = append(all, called{agent, is.name})
		}
	}
	return withNames(to, all)
}

// withNames sorts names and adds them.
func withNames(to wire.AgentNames, all []called) wire.AgentNames {
	slices.SortFunc(all, func(a, b called) int { return cmp.Compare(a.agent, b.agent) })
	to.Agents, to.Names = make([]uint64, len(all)), make([]string, len(all))
	for i, c := range all {
		to.Agents[i], to.Names[i] = c.agent, c.name
	}
	return to
}

// agentNames is GET /api/names.
func (srv *server) agentNames(r *http.Request) (any, error) {
	s, live, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return nil, err
	}
	since, err := number(r, "since", 0)
	if err != nil {
		return nil, err
	}
	if live {
		return srv.names.after(since), nil
	}
	to := wire.AgentNames{Version: namedIn(s.recording), All: true}
	var all []called
	if nameOf := s.recording.Names().NameOf; nameOf != nil {
		for _, id := range s.recording.Agents() {
			if name := nameOf(id); name != "" && id <= maxAgentID {
				all = append(all, called{uint64(id), name})
			}
		}
	}
	return withNames(to, all), nil
}

// namedIn is the version of the names in a recording: 0 if it has none.
func namedIn(rec *history.Recording) uint64 {
	if rec.Names().NameOf == nil {
		return 0
	}
	return 1
}

// nameOf is an agent's name; "" for none.
func nameOf(names debugprint.Names, agent world.AgentID) string {
	if names.NameOf == nil {
		return ""
	}
	return names.NameOf(agent)
}

// namesIn returns the names of a recording. Of flags they are the game's if it has none; of agents that live the last known
// ones count.
func (srv *server) namesIn(rec *history.Recording, live bool) debugprint.Names {
	names := rec.Names()
	recorded := names.NameOf
	if named(names) == 0 {
		names = srv.o.Names
	}
	names.NameOf = recorded
	if live {
		names.NameOf = func(id world.AgentID) string {
			if name := srv.names.nameOf(id); name != "" || recorded == nil {
				return name
			}
			return recorded(id)
		}
	}
	return names
}

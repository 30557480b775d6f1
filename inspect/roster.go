package inspect

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// roster is what all agents did in the last scan, sorted by ID. The broadcaster builds it from batches; requests read
// it. What they did in a past frame is another roster: see pasts.
type roster struct {
	registry *registry

	mu    sync.RWMutex
	rows  []row
	names []string // of crowds
	frame uint64   // when the scan ended
	began uint64   // when the scan began
	all   int      // agents in the world

	unrecorded int // of a past frame: agents of which it is not known what they did

	// The scan so far. Only the broadcaster uses it, without the lock.
	making  []row
	named   []string
	started uint64 // its first frame
	expects bool   // its first batch has come, and none is missing
	flows   flows
}

// take adds a batch and reports whether that completes a scan.
func (r *roster) take(b *batch) bool {
	if b.first {
		r.making, r.named, r.expects = r.making[:0], r.named[:0], true
		r.started = b.frame
	}
	if !r.expects {
		return false
	}
	r.named = append(r.named, b.names...)
	r.making = append(r.making, b.rows...)
	if !b.last {
		r.mu.Lock()
		r.all = b.all
		r.mu.Unlock()
		return false
	}
	r.expects = false
	made := r.making
	if !slices.IsSortedFunc(made, byAgent) {
		slices.SortStableFunc(made, byAgent)
	}
	made = slices.CompactFunc(made, func(a, b row) bool { return a.Agent == b.Agent }) // agents that moved during the scan
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flows.add(r.registry, r.rows, made, b)
	r.rows, r.making = made, r.rows[:0]
	r.names, r.named = r.named, r.names[:0]
	r.began, r.frame, r.all = r.started, b.frame, len(made)
	return true
}

func byAgent(a, b row) int { return cmp.Compare(a.Agent, b.Agent) }

// forget starts anew, for another world.
func (r *roster) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows, r.making, r.expects, r.all, r.flows = r.rows[:0], r.making[:0], false, 0, flows{}
}

// find returns an agent's row; nil for none. Called with the lock held.
func (r *roster) find(agent world.AgentID) *row {
	at := r.at(uint64(agent))
	if at == len(r.rows) || r.rows[at].Agent != uint64(agent) {
		return nil
	}
	return &r.rows[at]
}

// at is the index of an agent's row, or where it would be.
func (r *roster) at(agent uint64) int {
	at, _ := slices.BinarySearchFunc(r.rows, agent, func(row row, id uint64) int { return cmp.Compare(row.Agent, id) })
	return at
}

// leafOf is the number of an agent's leaf; noLeaf for none.
func (r *roster) leafOf(trees []*tree, row *row) uint16 {
	if row == nil || row.Leaf < 0 || row.tree < 0 || int(row.tree) >= len(trees) {
		return noLeaf
	}
	t := trees[row.tree]
	if int(row.Leaf) >= len(t.leaf) || t.leaf[row.Leaf] >= noLeaf {
		return noLeaf
	}
	return uint16(t.leaf[row.Leaf])
}

const noLeaf = 65535

// Limits of lists.
const (
	maxPage    = 500 // agents of one answer
	maxAgentID = 1<<53 - 1
)

// search is the query of GET /api/agents.
type search struct {
	query, decider, crowd string
	flags, stimuli        uint64
	offset, limit         int
}

// find lists the agents that match. It scans all of them, outside the goroutine that ticks.
func (r *roster) search(s search, names debugprint.Names) wire.Agents {
	trees, _ := r.registry.all()
	var inside places
	if s.decider != "" {
		inside = deciderPlaces(trees, s.decider)
	}
	query := strings.ToLower(s.query)
	named := deciderNames(trees, query)
	r.mu.RLock()
	defer r.mu.RUnlock()
	a := wire.Agents{
		Frame: r.frame, All: max(r.all, len(r.rows)), Indexed: len(r.rows), Unrecorded: r.unrecorded, Offset: s.offset, Agents: []wire.AgentRow{},
	}
	var text []byte
	for i := range r.rows {
		row := &r.rows[i]
		switch {
		case row.Agent > maxAgentID,
			row.Flags&s.flags != s.flags, row.Stimuli&s.stimuli != s.stimuli,
			s.crowd != "" && r.crowdOf(row) != s.crowd,
			s.decider != "" && !inside.has(row):
			continue
		}
		if query != "" && !named.has(row) && !strings.Contains(strings.ToLower(r.crowdOf(row)), query) {
			text = names.AppendAgent(text[:0], world.AgentID(row.Agent))
			if !strings.Contains(strings.ToLower(string(text)), query) {
				continue
			}
		}
		if a.Total++; a.Total > s.offset && len(a.Agents) < s.limit {
			a.Agents = append(a.Agents, r.told(row, trees, names))
		}
	}
	return a
}

func (r *roster) crowdOf(row *row) string {
	if row.crowd < 0 || int(row.crowd) >= len(r.names) {
		return ""
	}
	return r.names[row.crowd]
}

// told returns an agent as a row of the list.
func (r *roster) told(row *row, trees []*tree, names debugprint.Names) wire.AgentRow {
	var t *tree
	if row.tree >= 0 && int(row.tree) < len(trees) {
		t = trees[row.tree]
	}
	to := wire.AgentRow{
		Agent: row.Agent, Name: nameOf(names, world.AgentID(row.Agent)), Crowd: r.crowdOf(row), Path: t.path(int(row.Leaf)), Status: statusName(behavior.Status(row.Status)),
		Flags: namedFlags(names.Decision, row.Flags), Stimuli: namedFlags(names.Stimuli, row.Stimuli),
		Recorded: row.kept,
	}
	if t != nil {
		to.Tree = t.print
	}
	if n := len(to.Path); n > 0 {
		to.Leaf = to.Path[n-1]
	}
	return to
}

// deciderNames finds the places at or below a decider whose name contains part; nil for no part.
func deciderNames(trees []*tree, part string) places {
	if part == "" {
		return nil
	}
	in := make(places, len(trees))
	for i, t := range trees {
		in[i] = make([]bool, len(t.told.Places))
		for _, place := range t.told.Order {
			p := &t.told.Places[place]
			in[i][place] = p.Parent >= 0 && in[i][p.Parent] || strings.Contains(strings.ToLower(t.name(place)), part)
		}
	}
	return in
}

// statusName is the name of a status; "" for none.
func statusName(s behavior.Status) string {
	if s == 0 {
		return ""
	}
	return s.String()
}

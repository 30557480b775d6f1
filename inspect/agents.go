package inspect

import (
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

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

package inspect

import (
	"cmp"
	"slices"

	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/profile"
	"github.com/decidertree/decidertree/world"
)

// flowSeconds is the time that flows cover: the last second of the world.
const flowSeconds = 1

// flows count agents that moved from one leaf to another between scans.
type flows struct {
	steps []flowStep
}

// flowStep is the difference between two scans.
type flowStep struct {
	time    float64 // the world's
	moves   map[[2]uint16]int
	sampled int
}

// add compares two scans of all agents.
func (f *flows) add(registry *registry, old, now []row, b *batch) {
	trees, _ := registry.all()
	var of roster
	step := flowStep{time: b.time, moves: map[[2]uint16]int{}}
	i := 0
	for k := range now {
		for i < len(old) && old[i].Agent < now[k].Agent {
			i++
		}
		if i == len(old) {
			break
		}
		if old[i].Agent != now[k].Agent {
			continue
		}
		step.sampled++
		if old[i].Leaf == now[k].Leaf && old[i].tree == now[k].tree {
			continue
		}
		if from, to := of.leafOf(trees, &old[i]), of.leafOf(trees, &now[k]); from != to {
			step.moves[[2]uint16{from, to}]++
		}
	}
	f.steps = append(f.steps, step)
	f.steps = slices.DeleteFunc(f.steps, func(s flowStep) bool { return s.time <= step.time-flowSeconds || s.time > step.time })
	if len(f.steps) > 64 { // a paused world: nothing has moved
		f.steps = f.steps[1:]
	}
}

// view returns what many agents do. where has the positions for the heat map; nil for none. moves are the flows of a past
// frame; nil for those of the roster.
func (r *roster) view(where *placed, heat string, moves *flows) wire.CrowdView {
	trees, leaves := r.registry.all()
	r.mu.RLock()
	defer r.mu.RUnlock()
	v := wire.CrowdView{
		Frame: r.frame, Began: r.began, Agents: len(r.rows), Unrecorded: r.unrecorded, Counts: r.counts(trees), Flows: []wire.Flow{},
	}
	if r.unrecorded > 0 {
		v.Agents = r.all - r.unrecorded
	}
	if moves == nil {
		moves = &r.flows
	}
	sums := map[[2]uint16]int{}
	for _, step := range moves.steps {
		for move, n := range step.moves {
			sums[move] += n
		}
		v.Sampled = step.sampled
	}
	name := func(leaf uint16) string {
		if int(leaf) < len(leaves) {
			return leaves[leaf]
		}
		return ""
	}
	for move, n := range sums {
		v.Flows = append(v.Flows, wire.Flow{From: name(move[0]), To: name(move[1]), Agents: n})
	}
	slices.SortFunc(v.Flows, func(a, b wire.Flow) int {
		return cmp.Or(cmp.Compare(b.Agents, a.Agents), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	v.Heat = r.heat(trees, where, heat)
	return v
}

// counts returns the number of agents in each decider, or below it.
func (r *roster) counts(trees []*tree) []wire.Count {
	in := make([][]int, len(trees))
	for i := range r.rows {
		row := &r.rows[i]
		if row.Leaf < 0 || row.tree < 0 || int(row.tree) >= len(trees) {
			continue
		}
		t := trees[row.tree]
		if in[row.tree] == nil {
			in[row.tree] = make([]int, len(t.told.Places))
		}
		if int(row.Leaf) < len(t.told.Places) {
			in[row.tree][row.Leaf]++
		}
	}
	counts := []wire.Count{}
	for i, agents := range in {
		if agents == nil {
			continue
		}
		t := trees[i]
		for at := len(t.told.Order) - 1; at >= 0; at-- { // children before their group
			place := t.told.Order[at]
			p := &t.told.Places[place]
			if p.Parent >= 0 {
				agents[p.Parent] += agents[place]
			}
			if agents[place] > 0 {
				counts = append(counts, wire.Count{
					Decider: t.name(place), Place: place, Tree: t.print, Leaf: len(p.Children) == 0, Agents: agents[place],
				})
			}
		}
	}
	slices.SortStableFunc(counts, func(a, b wire.Count) int {
		return cmp.Or(cmp.Compare(b.Agents, a.Agents), cmp.Compare(a.Tree, b.Tree), cmp.Compare(a.Place, b.Place))
	})
	return counts
}

// heatColumns is the number of cells along the longer side of the heat map.
const heatColumns = 64

// placed are the positions of agents in a scene.
type placed struct {
	bounds [4]float64
	agents []uint64
	xy     []float32
}

// newHeat is an empty grid over a scene; nil without one.
func newHeat(where *placed) *wire.Heat {
	if where == nil {
		return nil
	}
	width, height := where.bounds[2]-where.bounds[0], where.bounds[3]-where.bounds[1]
	if !(width > 0 && height > 0) {
		return nil
	}
	h := &wire.Heat{X: where.bounds[0], Y: where.bounds[1], Cell: max(width, height) / heatColumns}
	h.Columns, h.Rows = max(1, int(width/h.Cell+0.999)), max(1, int(height/h.Cell+0.999))
	h.Counts = make([]int, h.Columns*h.Rows)
	return h
}

// warm counts an agent, given by its index in a scene.
func warm(h *wire.Heat, where *placed, i int) {
	x, y := int((float64(where.xy[2*i])-h.X)/h.Cell), int((float64(where.xy[2*i+1])-h.Y)/h.Cell)
	if x < 0 || y < 0 || x >= h.Columns || y >= h.Rows {
		return
	}
	at := y*h.Columns + x
	h.Counts[at]++
	h.Most = max(h.Most, h.Counts[at])
}

// heat counts agents by position: all, or those in a decider.
func (r *roster) heat(trees []*tree, where *placed, decider string) *wire.Heat {
	h := newHeat(where)
	if h == nil {
		return nil
	}
	inside := deciderPlaces(trees, decider)
	for i, agent := range where.agents {
		if decider != "" {
			row := r.find(world.AgentID(agent))
			if row == nil || !inside.has(row) {
				continue
			}
		}
		warm(h, where, i)
	}
	return h
}

// places tells by tree and place whether it lies at or below a decider of some name.
type places [][]bool

// deciderPlaces finds the places of a decider and all below them.
func deciderPlaces(trees []*tree, decider string) places {
	in := make(places, len(trees))
	for i, t := range trees {
		in[i] = make([]bool, len(t.told.Places))
		for _, place := range t.told.Order { // a group before its children
			p := &t.told.Places[place]
			in[i][place] = t.name(place) == decider || p.Parent >= 0 && in[i][p.Parent]
		}
	}
	return in
}

func (p places) has(row *row) bool {
	return row.tree >= 0 && int(row.tree) < len(p) && row.Leaf >= 0 && int(row.Leaf) < len(p[row.tree]) && p[row.tree][row.Leaf]
}

// costAt is a place of the tree with that root, by its path there.
type costAt struct{ tree, path string }

// costsOf returns what a profile has, by place; nil without a profile. Trees with roots of one name are added up.
func costsOf(p *profile.Profile) map[costAt]*wire.Cost {
	if p == nil {
		return nil
	}
	all, total := map[costAt]*wire.Cost{}, p.Total().Time.Seconds()
	for _, r := range p.Rows() {
		at := costAt{r.Tree, r.Path}
		c := all[at]
		if c == nil {
			c = &wire.Cost{}
			all[at] = c
		}
		c.Asked += r.Asked
		c.Accepted += r.Accepted
		c.Entered += r.Entered
		c.Ticked += r.Ticked
		c.Asking += r.Asking.Seconds()
		c.Running += r.Running.Seconds()
		if total > 0 {
			c.Share = (c.Asking + c.Running) / total
		}
	}
	return all
}

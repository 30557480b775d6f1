package migrate

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/program"
)

// plan maps the places, Jumps, values and slots of a shape to those of a tree that may have changed since. It is made once
// for a shape and a tree, serves any number of agents, and is then read-only.
type plan struct {
	from, to *shape
	tree     *program.Tree
	same     bool
	places   []program.Place // by place; Nowhere for none
	jumps    []program.Place // by index
	values   []int           // by index; -1 for none
	slots    []int
	clocks   []clockMove
}

// clockMove maps a decider's timers and count. They belong to the decider, whose name is unique in a tree, so they are kept
// wherever it stands.
type clockMove struct {
	at             program.Place // the first of its places
	found          bool          // the tree has such a decider
	every, toEvery uint32
	cool, toCool   uint32
	count, toCount uint32
}

// newPlan makes a plan. A place is identified by the names on its path from the root or, if its path has changed, by its own
// name, if exactly one place has that name before and after.
func newPlan(from, to *shape, tree *program.Tree) *plan {
	pl := &plan{from: from, to: to, tree: tree, same: from == to || from.equal(to)}
	pl.mapPlaces()
	pl.mapClocks()
	pl.mapJumps()
	pl.mapValues()
	for _, name := range from.slots {
		at := -1
		for i, other := range to.slots {
			if name == other {
				at = i
			}
		}
		pl.slots = append(pl.slots, at)
	}
	return pl
}

// placesByName returns the places of each decider.
func (s *shape) placesByName() map[string][]program.Place {
	named := map[string][]program.Place{}
	for p := range s.places {
		named[s.places[p].name] = append(named[s.places[p].name], program.Place(p))
	}
	return named
}

func (pl *plan) mapPlaces() {
	before, after := pl.from.placesByName(), pl.to.placesByName()
	pl.places = make([]program.Place, len(pl.from.places))
	taken := make([]bool, len(pl.to.places))
	taken[0] = true
	for p := 1; p < len(pl.places); p++ { // a parent stands before its children
		q := pl.from.at(program.Place(p))
		to := program.Nowhere
		if group := pl.places[q.Parent]; group != program.Nowhere {
			to = pl.to.childNamed(group, q.name)
		}
		if to == program.Nowhere && len(before[q.name]) == 1 && len(after[q.name]) == 1 {
			to = after[q.name][0]
		}
		if to != program.Nowhere {
			if taken[to] {
				to = program.Nowhere
			} else {
				taken[to] = true
			}
		}
		pl.places[p] = to
	}
}

// childNamed returns the child of a group with the name; Nowhere if there is none.
func (s *shape) childNamed(group program.Place, name string) program.Place {
	for c := s.Spots[group].First; c < s.Spots[group].Last; c++ {
		if s.places[c].name == name {
			return c
		}
	}
	return program.Nowhere
}

func (pl *plan) mapClocks() {
	after := pl.to.placesByName()
	seen := map[string]bool{}
	for p := range pl.from.places {
		q := pl.from.at(program.Place(p))
		if seen[q.name] || q.Every == 0 && q.Cooldown == 0 && q.Count == 0 {
			continue
		}
		seen[q.name] = true
		move := clockMove{at: program.Place(p), every: q.Every, cool: q.Cooldown, count: q.Count}
		if same := after[q.name]; len(same) > 0 {
			to := pl.to.at(same[0])
			move.found, move.toEvery, move.toCool, move.toCount = true, to.Every, to.Cooldown, to.Count
		}
		pl.clocks = append(pl.clocks, move)
	}
}

func (pl *plan) mapJumps() {
	for _, j := range pl.from.Jumps {
		at := program.Nowhere
		for i, other := range pl.to.Jumps {
			if pl.places[j.From] == other.From && pl.places[j.To] == other.To {
				at = program.Place(i)
			}
		}
		pl.jumps = append(pl.jumps, at)
	}
}

func (pl *plan) mapValues() {
	for i := range pl.from.values {
		v := &pl.from.values[i]
		at := -1
		for k := range pl.to.values {
			if w := &pl.to.values[k]; v.key == w.key && v.scope == w.scope && v.of == w.of && pl.places[v.place] == w.place {
				at = k
			}
		}
		pl.values = append(pl.values, at)
	}
}

// keptIn returns the new place of a child of group p, and whether it is still a child of that group.
func (pl *plan) keptIn(p, child program.Place) (program.Place, bool) {
	to := pl.places[child]
	return to, to != program.Nowhere && pl.to.Spots[to].Parent == pl.places[p]
}

// clash tells why p, which is active, cannot stay active at its new place; "" if it can.
func (pl *plan) clash(p program.Place) string {
	to := pl.places[p]
	if to == program.Nowhere {
		return "the tree has no such decider"
	}
	a, b := pl.from.at(p), pl.to.at(to)
	const kinds = program.Acting | program.Jumping | program.Connected
	switch {
	case p != 0 && pl.places[a.Parent] != b.Parent:
		return "it stands elsewhere now, at " + pl.to.Path(to)
	case a.IsGroup() != b.IsGroup() || a.Marks&kinds != b.Marks&kinds:
		return "its kind has changed"
	case pl.tree.Spots[to].Marks&program.Condition != 0:
		return "it has nothing to run now"
	case a.behavior != b.behavior:
		return "its behavior was " + a.behavior + " and is " + b.behavior
	case a.of != b.of:
		return "its behavior's block was " + a.of.String() + " and is " + b.of.String()
	case a.Policy != b.Policy && (a.Policy == declaration.Concurrent || b.Policy == declaration.Concurrent):
		return "its policy was " + a.Policy.String() + " and is " + b.Policy.String()
	case a.gate != b.gate && b.gate != "":
		return "it has another gate now, " + b.gate
	case a.squad != b.squad:
		return "it has another squad now"
	}
	return ""
}

// sameGate reports whether the new place of p has the same gate.
func (pl *plan) sameGate(p program.Place) bool {
	to := pl.places[p]
	return to != program.Nowhere && pl.to.places[to].gate == pl.from.places[p].gate
}

// sameSquad reports whether the new place of p has the same squad.
func (pl *plan) sameSquad(p program.Place) bool {
	to := pl.places[p]
	return to != program.Nowhere && pl.to.places[to].squad == pl.from.places[p].squad
}

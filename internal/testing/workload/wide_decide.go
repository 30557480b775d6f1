package workload

import "fmt"

// WideDecide returns a prioritized list of n deciders whose conditions are Decide functions. In a creature that is
// only hungry none of them accepts but the last, which always does.
func WideDecide(n int) *node {
	list := make(children, n)
	for i := range list {
		list[i] = &node{Name: fmt.Sprintf("CHILD_%d", i), Decide: wideDecides[i%len(wideDecides)], Behavior: &dance}
	}
	list[n-1].Decide = nil
	return &node{Name: "ROOT", Children: list}
}

var wideDecides = []func(*context) float64{predator, nestRaided, enemy, foodGone, tired, dizzy, wild, muddy}

// WideTable is WideDecide as a flat table of function pointers.
type WideTable struct {
	rows  []row
	doing int
}

// NewWideTable returns the table for n rows.
func NewWideTable(n int) *WideTable {
	w := &WideTable{rows: make([]row, n), doing: -1}
	for i := range w.rows {
		w.rows[i] = table[len(table)-1]
		w.rows[i].when = wideWhens[i%len(wideWhens)]
	}
	w.rows[n-1].when = func(*Creature) bool { return true }
	return w
}

var wideWhens = []func(*Creature) bool{
	func(c *Creature) bool { return c.Predator },
	func(c *Creature) bool { return c.NestRaided },
	func(c *Creature) bool { return c.Enemy },
	func(c *Creature) bool { return c.FoodGone && c.Hungry },
	func(c *Creature) bool { return c.Tired },
	func(c *Creature) bool { return c.Dizzy },
	func(c *Creature) bool { return c.Wild },
	func(c *Creature) bool { return c.Muddy },
}

// Frame does the first row whose condition holds.
//
//go:noinline
func (w *WideTable) Frame(c *Creature) {
	for i := range w.rows {
		r := &w.rows[i]
		if !r.when(c) {
			continue
		}
		if w.doing != i {
			if w.doing >= 0 {
				w.rows[w.doing].end(c)
			}
			r.begin(c)
			w.doing = i
		}
		r.tick(c)
		return
	}
}

// WideFloor is the least that asking a wide list of Decides can cost: it calls them one after the other, over rows as long as a
// tree's, and notes whose code runs, which errors and panics need.
type WideFloor struct {
	rows    []floorRow
	context context
	running uint16
}

// floorRow is as long as a row of a tree's candidates, which has flag checks too.
type floorRow struct {
	decide func(*context) float64
	_      [56]byte
}

// NewWideFloor returns n rows for a creature.
func NewWideFloor(n int, creature *Creature) *WideFloor {
	f := &WideFloor{rows: make([]floorRow, n)}
	f.context.Agent = creature
	for i := range f.rows {
		f.rows[i].decide = wideDecides[i%len(wideDecides)]
	}
	return f
}

// Frame asks all rows and returns how many accept.
//
//go:noinline
func (f *WideFloor) Frame() (accept int) {
	c := &f.context
	for i := range f.rows {
		f.running = uint16(i)
		if f.rows[i].decide(c) > 0 {
			accept++
		}
	}
	return accept
}

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

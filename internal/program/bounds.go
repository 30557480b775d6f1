package program

import "github.com/decidertree/decidertree/declaration"

// countless is the limit of counts that sharing and Jumps multiply. Twice its value fits an int on every machine.
const countless = 1 << 29

// bound computes the most that a tick of the tree can need.
func (c *compiler) bound() {
	t := c.tree
	l := &t.Bounds
	c.consults = [2][]int{make([]int, len(t.Spots)), make([]int, len(t.Spots))}
	values := make([]int, len(t.Spots))      // weights, or pending children, held at once by the groups at and below each place
	for i := len(t.Spots) - 1; i >= 0; i-- { // children come after their group
		n := &t.Spots[i]
		for q := n.First; q < n.Last; q++ {
			values[i] = max(values[i], values[q])
		}
		if n.Policy == declaration.Random || n.Policy == declaration.Shuffle || n.Policy == declaration.Concurrent && len(t.Gates)+len(t.Squads) > 0 {
			values[i] += int(n.Last - n.First)
		}
	}
	l.Values = values[0]
	for _, j := range t.Jumps { // a Jump's target is asked while other groups hold their weights
		l.Values = max(l.Values, values[0]+values[j.To])
	}
	l.depth, l.consults = c.bounds(0)
}

// bounds returns how many levels p has, and how many Decide functions a tick can call at and below p while no behavior
// ends: those of all children along one path, or along several where children run in parallel.
func (c *compiler) bounds(p Place) (depth, consults int) {
	n := &c.tree.Spots[p]
	all := 0
	for q := n.First; q < n.Last; q++ {
		d, k := c.bounds(q)
		depth = max(depth, d)
		if n.Policy.SideBySide() {
			consults = min(consults+k, countless)
		} else {
			consults = max(consults, k)
		}
		all = min(all+c.consulted(q, 0), countless)
	}
	for _, w := range c.tree.Watches[p] {
		if !w.Direct() {
			all = min(all+c.consulted(w.Monitor, 0), countless)
		}
	}
	return depth + 1, min(consults+all, countless)
}

// consulted returns how many Decide functions asking p once can call. targeted is 1 if p is asked as a Jump's target or
// below one, where no further Jump is followed.
func (c *compiler) consulted(p Place, targeted int) int {
	t := c.tree
	if known := c.consults[targeted][p]; known > 0 {
		return known - 1
	}
	k := 0
	if t.Asks[p].Decide != nil || t.Condition(p).Dblock >= 0 {
		k++
	}
	switch {
	case t.PartsOf(p).Chosen >= 0:
		for q := t.Spots[p].First; q < t.Spots[p].Last; q++ {
			k = min(k+c.consulted(q, targeted), countless)
		}
	case t.Spots[p].Marks&Query != 0:
		k = min(k+c.queried(p), countless)
	}
	if j := t.Condition(p).Jump; j >= 0 && targeted == 0 {
		k = min(k+c.consulted(t.Jumps[j].To, 1), countless)
	}
	c.consults[targeted][p] = k + 1
	return k
}

// queried returns how many Decide functions going through the conditions below p can call.
func (c *compiler) queried(p Place) (k int) {
	n := &c.tree.Spots[p]
	for q := n.First; q < n.Last; q++ {
		k = min(k+c.consulted(q, 0), countless)
		if c.tree.Spots[q].Marks&Query == 0 {
			k = min(k+c.queried(q), countless)
		}
	}
	return k
}

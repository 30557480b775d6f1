package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/world"
)

// This file is gates and squads of agents that were restored (RULES R31).

// reclaim takes the gates of an agent that was restored again, and finds out which of its squads know it. What stands
// in the others goes down. It returns the errors of the Deactivates.
func (r *runner[A]) reclaim(g *carriage[A]) (err error) {
	defer func() {
		if r.world != nil && g.poorer { // what it has lost may have stood in a gate
			r.world.Reconcile(key, r.context.ID, r.knowsGate, r.outermost().inSquad)
		}
	}()
	any := false
	r.each(func() { any = any || len(r.tree.gates)+len(r.tree.squads) > 0 })
	if !any {
		return nil
	}
	r.askLevel()
	r.phase = ticking
	r.wants |= wantShared
	defer func() {
		if r.phase == ticking { // a Deactivate has called runtime.Goexit
			err = r.finish()
		}
	}()
	for !r.takingDown(func() { r.each(func() { r.reclaimTree(g) }) }) { // if a Deactivate panics nothing is left that could do so again
	}
	return r.finish()
}

// reclaimTree does so in the tree the runner is in.
func (r *runner[A]) reclaimTree(g *carriage[A]) {
	t := r.tree
	for i := range t.gates {
		gate, ps := &t.gates[i], r.pass(i)
		if ps.state != held || r.world.TryGate(key, gate.gate, ps.key, r.context.ID) {
			continue
		}
		g.lose(world.LostGate, r.path(gate.place), gate.gate.Name, "others have taken it, or it is shut")
		*ps = pass{}
		r.fallOut(gate.place)
	}
	for i := range t.squads {
		squad, m := &t.squads[i], r.membership(i)
		if m.state != member || r.world.GlanceSquad(key, squad.squad, m.key, r.context.ID).Instance == m.instance {
			continue
		}
		g.lose(world.LostSquad, r.path(squad.place), squad.squad.Name, "the world knows no such squad with this agent in it")
		*m = membership{}
		r.fallOut(squad.place)
	}
}

// fallOut ends p, or what waits for it.
func (r *runner[A]) fallOut(p place) {
	if r.isActive(p) {
		r.takeOut(p, behavior.Restored)
	} else {
		r.stopWaiting(p)
	}
}

// knowsGate reports whether the agent has anything of a gate's key.
func (r *runner[A]) knowsGate(gate *world.Gate, k uint64) bool {
	return r.hasPass(gate, k, held) || r.hasPass(gate, k, claimed)
}

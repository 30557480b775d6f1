package migrate

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// This file takes requests, gates and squads again after an agent was restored or migrated (RULES R31).

// reclaim tells systems where the blocks of a restored agent lie, takes its gates again, and asks which of its squads still
// have it as a member. Places whose gate or squad is lost are deactivated. It returns the errors of the Deactivates.
func reclaim(r *tick.Runner, g *agentMigrator) (err error) {
	rejoin(r)
	defer func() {
		if r.Context.World != nil && g.poorer { // a lost place may have held a gate
			r.Context.World.Reconcile(engine.Key{}, r.Context.ID, func(g *world.Gate, k uint64) bool { return knowsGate(r, g, k) }, r.Outermost().InSquad)
		}
	}()
	any := false
	r.Each(func() { any = any || len(r.Tree.Gates)+len(r.Tree.Squads) > 0 })
	if !any {
		return nil
	}
	r.AskLevel()
	r.Phase = tick.Ticking
	r.Wants |= memory.WantShared
	defer func() {
		if r.Phase == tick.Ticking { // a Deactivate has called runtime.Goexit
			err = r.Finish()
		}
	}()
	for !r.TakingDown(func() { r.Each(func() { reclaimTree(r, g) }) }) { // if a Deactivate panics nothing is left that could do so again
	}
	return r.Finish()
}

// rejoin tells systems where the blocks of the agent's active deferred behaviors lie.
func rejoin(r *tick.Runner) {
	r.EachActive(r.RootIfUp(), func(p program.Place) {
		n := &r.Tree.Spots[p]
		if n.Marks&program.Patient == 0 || !n.IsGroup() && r.Rests(p) {
			return
		}
		if act := r.Tree.Act(p); act.Rejoin != nil {
			act.Rejoin(r.Context, r.BlockOf(p))
		}
	})
}

// reclaimTree takes gates and squads in the tree the runner is in.
func reclaimTree(r *tick.Runner, g *agentMigrator) {
	t := r.Tree
	for i := range t.Gates {
		gate, ps := &t.Gates[i], r.Pass(r.Tree.Gates[i].Place)
		if ps.State != program.Held || r.Context.World.TryGate(engine.Key{}, gate.Gate, ps.Key, r.Context.ID) {
			continue
		}
		g.lose(world.LostGate, r.Path(gate.Place), gate.Gate.Name, "others have taken it, or it is shut")
		*ps = program.Pass{}
		endOrDrop(r, gate.Place)
	}
	for i := range t.Squads {
		squad, m := &t.Squads[i], r.Membership(r.Tree.Squads[i].Place)
		if m.State != program.Member || r.Context.World.GlanceSquad(engine.Key{}, squad.Squad, m.Key, r.Context.ID).Instance == m.Instance {
			continue
		}
		g.lose(world.LostSquad, r.Path(squad.Place), squad.Squad.Name, "the world knows no such squad with this agent in it")
		*m = program.Membership{}
		endOrDrop(r, squad.Place)
	}
}

// endOrDrop deactivates p if it is active, and drops its pending choice otherwise.
func endOrDrop(r *tick.Runner, p program.Place) {
	if r.IsActive(p) {
		takeOut(r, p, behavior.Restored)
	} else {
		r.DropPending(p)
	}
}

// knowsGate reports whether the agent holds or has claimed a gate's key.
func knowsGate(r *tick.Runner, gate *world.Gate, k uint64) bool {
	return r.HasPass(gate, k, program.Held) || r.HasPass(gate, k, program.Claimed)
}

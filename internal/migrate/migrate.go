package migrate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// Migrate implements Memory.Migrate.
func Migrate(m *agent.Agent, t *program.Tree) (into world.Migration, err error) {
	none := world.Migration{}
	if err := m.CheckUsable(); err != nil {
		return none, err
	}
	switch {
	case m.Phase == tick.Ticking:
		return none, refusal.ErrReentrant
	case m.Viewing():
		return none, refusal.ErrInCrowd
	case t == nil:
		return none, refusal.ErrNilTree
	}
	if was, is := m.Tree.Facts[0].Label.Name, t.Facts[0].Label.Name; was != is {
		return none, fmt.Errorf("%w: the memory's is %q, the new one's %q", refusal.ErrOtherTree, was, is)
	}
	if err := m.Board().Misfits(t); err != nil {
		return none, err
	}
	if err := t.Bind(m.Context.World); err != nil {
		return none, err
	}
	m.Context.World.Number(engine.Key{}) // systems hold pointers to the blocks of launched requests
	g := newLiveMigrator(t, m.Context.World)
	g.agent = m.Context.ID
	m.AskLevel()   // before anything is changed: it may panic through
	defer func() { // also if a Deactivate calls runtime.Goexit
		switch {
		case m.Phase != tick.Idle: // a Deactivate has closed it
		case !m.Broken:
			err = errors.Join(err, move(m, t, g))
			into = g.migration()
		case m.Recording() != nil: // the panic is let through, and the agent stays in its tree
			m.TakeStill()
		}
	}()
	return none, clearWay(m, g)
}

// move moves a live agent to its new tree, after clearWay.
func move(m *agent.Agent, t *program.Tree, g *agentMigrator) (err error) {
	c := surveyLive(&m.Runner, g)
	c.copyTree()
	board := m.Board()
	m.Allocate(t)
	install(&m.Runner, &m.Instance, c)
	if board != nil {
		m.JoinBoard(board)
	}
	defer func() {
		if t := m.Recording(); t != nil { // its memory now has another layout
			err = errors.Join(err, m.RecordWith(t.Rec, ""))
		}
	}()
	return reclaim(&m.Runner, g)
}

// newLiveMigrator makes an agentMigrator for live agents.
func newLiveMigrator(t *program.Tree, w *world.World) *agentMigrator {
	g := newAgentMigrator(t, w)
	g.find = func(pl *imagePlug) *program.Tree { return g.shapes.images[pl.image] }
	return g
}

// surveyLive determines which state of a live agent can be kept.
func surveyLive(r *tick.Runner, g *agentMigrator) *treeMigrator {
	clear(g.shapes.images)
	return g.survey(imageOf(r, &g.shapes), g.own)
}

// clearWay deactivates the places that cannot stay active. Of the losses its survey finds it keeps only those of active
// deciders: the survey that follows finds the others again.
func clearWay(m *agent.Agent, g *agentMigrator) (err error) {
	m.Phase = tick.Ticking
	defer func() {
		if m.Phase == tick.Ticking { // a Deactivate has called runtime.Goexit
			err = m.Finish()
		}
	}()
	m.ClearAway()
	c := surveyLive(&m.Runner, g)
	g.lost = slices.DeleteFunc(g.lost, func(l world.Loss) bool { return l.Part != world.LostDecider })
	if m.Header().Open {
		m.Wants |= memory.WantShared
	}
	for !m.TakingDown(func() { takeDownLost(&m.Runner, c) }) { // if a Deactivate panics nothing is left that could do so again
	}
	return m.Finish()
}

// takeDownLost deactivates the places that a survey has dropped.
func takeDownLost(r *tick.Runner, c *treeMigrator) {
	for _, p := range c.drops {
		if r.IsActive(p) {
			takeOut(r, p, behavior.Restored)
		}
	}
	releaseShared(r, c)
	for i := range c.plugs {
		pl := &c.plugs[i]
		if r.Plugs[pl.slot] == nil {
			continue
		}
		r.Into(r.Plugs[pl.slot])
		if pl.why == "" {
			takeDownLost(r, pl.treeMigrator)
		} else {
			r.Each(func() { r.DropShared(behavior.Restored) })
		}
		r.Out()
	}
}

// releaseShared drops passes and memberships whose gate or squad the new tree does not have at that place.
func releaseShared(r *tick.Runner, c *treeMigrator) {
	for i := range r.Tree.Gates {
		if r.Pass(r.Tree.Gates[i].Place).State != program.NoPass && !c.sameGate(r.Tree.Gates[i].Place) {
			r.DropPass(i)
		}
	}
	for i := range r.Tree.Squads {
		if r.Membership(r.Tree.Squads[i].Place).State != program.NoMember && !c.sameSquad(r.Tree.Squads[i].Place) {
			r.DropMembership(i, behavior.Restored)
		}
	}
}

// takeOut deactivates p, which is active. The children of a Concurrent group begin together, so the group is deactivated
// too.
func takeOut(r *tick.Runner, p program.Place, reason behavior.Reason) {
	r.Outermost().Header().Leaf = program.Nowhere
	group := r.Tree.Spots[p].Parent
	for group != program.Nowhere && r.Tree.Spots[group].Policy == declaration.Concurrent {
		p, group = group, r.Tree.Spots[group].Parent
	}
	r.TearBack(p, reason)
}

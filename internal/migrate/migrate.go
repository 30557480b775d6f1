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

// Migrate is Memory.Migrate.
func Migrate(m *agent.Agent, t *program.Tree) (world.Migration, error) {
	none := world.Migration{}
	if err := m.Fit(); err != nil {
		return none, err
	}
	switch {
	case m.Phase == tick.Ticking:
		return none, refusal.ErrReentrant
	case m.Viewing:
		return none, refusal.ErrInCrowd
	case t == nil:
		return none, refusal.ErrNilTree
	}
	if was, is := m.Tree.Facts[0].Label.Name, t.Facts[0].Label.Name; was != is {
		return none, fmt.Errorf("%w: the memory's is %q, the new one's %q", refusal.ErrOtherTree, was, is)
	}
	if err := t.Bind(m.Context.World); err != nil {
		return none, err
	}
	m.Context.World.Settle(engine.Key{}) // what was launched knows where its block lies
	g := newLiveCarriage(t, m.Context.World)
	g.agent = m.Context.ID
	err := makeWay(m, g)
	if m.Phase != tick.Idle {
		return none, err
	}
	c := surveyLive(&m.Runner, g)
	c.carryTree()
	m.Become(t)
	install(&m.Runner, &m.Instance, c)
	err = errors.Join(err, reclaim(&m.Runner, g))
	if t := m.Recording(); t != nil { // its memory is another tree's now
		err = errors.Join(err, m.RecordWith(t.Rec, ""))
	}
	return g.migration(), err
}

// newLiveCarriage makes a carriage for agents that are not in a snapshot.
func newLiveCarriage(t *program.Tree, w *world.World) *carriage {
	g := newCarriage(t, w)
	g.find = func(pl *imagePlug) *program.Tree { return g.shapes.images[pl.image] }
	return g
}

// surveyLive finds out what of a live agent can stay.
func surveyLive(r *tick.Runner, g *carriage) *carrier {
	clear(g.shapes.images)
	return g.survey(imageOf(r, &g.shapes), g.own)
}

// makeWay takes down what cannot go on. Of what that finds to be lost it leaves what was active alone: the survey that
// follows finds the rest again.
func makeWay(m *agent.Agent, g *carriage) (err error) {
	m.AskLevel() // before anything is changed: it may panic through
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
	for !m.TakingDown(func() { giveUp(&m.Runner, c) }) { // if a Deactivate panics nothing is left that could do so again
	}
	return m.Finish()
}

// giveUp takes down what a survey has found cannot stay.
func giveUp(r *tick.Runner, c *carrier) {
	for _, p := range c.drops {
		if r.IsActive(p) {
			takeOut(r, p, behavior.Restored)
		}
	}
	giveUpShared(r, c)
	for i := range c.plugs {
		pl := &c.plugs[i]
		if r.Plugs[pl.slot] == nil {
			continue
		}
		r.Into(r.Plugs[pl.slot])
		if pl.why == "" {
			giveUp(r, pl.carrier)
		} else {
			r.Each(r.DropShared)
		}
		r.Out()
	}
}

// giveUpShared gives back what the agent has of gates and squads that stand elsewhere, or nowhere, in the new tree.
func giveUpShared(r *tick.Runner, c *carrier) {
	for i := range r.Tree.Gates {
		if r.Pass(r.Tree.Gates[i].Place).State != program.NoPass && !c.sameGate(r.Tree.Gates[i].Place) {
			r.DropPass(i)
		}
	}
	for i := range r.Tree.Squads {
		if r.Membership(r.Tree.Squads[i].Place).State != program.NoMember && !c.sameSquad(r.Tree.Squads[i].Place) {
			r.DropMembership(i, false)
		}
	}
}

// takeOut takes p, which is active, down. Children of a Concurrent group began together, so it goes down with p.
func takeOut(r *tick.Runner, p program.Place, reason behavior.Reason) {
	r.Outermost().Header().Leaf = program.Nowhere
	group := r.Tree.Spots[p].Parent
	for group != program.Nowhere && r.Tree.Spots[group].Policy == declaration.Concurrent {
		p, group = group, r.Tree.Spots[group].Parent
	}
	r.TearBack(p, reason)
}

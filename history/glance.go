package history

import (
	"iter"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Glance is a summary of an agent at the end of a frame.
type Glance struct {
	Agent         world.AgentID
	Crowd         string            // "" for a single agent
	Tree          *description.Tree // its own; nil if it cannot be described
	Recorded      bool              // its state then is known; otherwise what follows is not set
	Gone          bool              // it had left its world
	Frame         uint64            // of its last tick or operation up to then
	Leaf          int               // in Tree: the deepest active place, the first if there are several; -1 for none
	Status        behavior.Status
	DecisionFlags decider.DecisionFlags // of that tick
	Stimuli       stimuli.StimuliFlags  // at its start
}

// Glances yields a summary of each agent of the recording at the end of a frame, in the order of IDs. It does not execute
// ticks: it reads the agents' memories from the segments of their rings, so it takes a microsecond or two for each, wherever
// the frame is. An agent is not Recorded in frames before its first recorded tick, in frames that have been overwritten and
// in those in which it was not chosen.
func (rec *Recording) Glances(frame uint64) iter.Seq[Glance] {
	return func(yield func(Glance) bool) {
		players := map[*tree]*player{} // nil for a tree that cannot be made
		defer func() {
			for t, p := range players {
				if p != nil {
					t.give(p, nil)
				}
			}
		}()
		c := cursor{brief: true}
		for _, r := range rec.agents {
			p, known := players[r.tree]
			if !known {
				p, _ = rec.player(r.tree)
				players[r.tree] = p
			}
			if !yield(rec.glance(&c, r, p, frame)) {
				return
			}
		}
	}
}

// glance returns the summary of one agent. It uses a cursor and a player of the agent's tree.
func (rec *Recording) glance(c *cursor, r *rows, p *player, frame uint64) (g Glance) {
	g.Agent, g.Crowd, g.Leaf = world.AgentID(r.agent), r.crowd, -1
	g.Tree, _ = r.tree.told()
	if _, last, known := rec.Frames(); known && frame > last || p == nil {
		return g
	}
	c.start(rec, r, max(frame, frame+1))
	oldest := c.part == 0 // its keyframe repeats a take that is not held
	for {
		next, absent, more := c.ahead()
		switch {
		case more && next <= frame:
			if c.next() {
				continue
			}
		case more:
			g.Recorded = next-absent > frame
		default:
			g.Recorded = r.ended == 0 || frame < r.ended
		}
		break
	}
	if c.err != nil || c.taken == 0 && oldest || c.Frame > frame {
		g.Recorded = false
	}
	if !g.Recorded {
		return g
	}
	leaf, status, ok := p.Glance(c.Image)
	if g.Recorded = ok; !ok {
		return g
	}
	g.Frame, g.Gone, g.Leaf, g.Status = c.Frame, c.Marks&tape.Gone != 0, leaf, status
	g.DecisionFlags, g.Stimuli = decider.DecisionFlags(c.Flags), stimuli.StimuliFlags(c.Stimuli)
	return g
}

// Living returns the number of agents that the world had at the end of a frame, recorded or not. ok is false if it is not
// known: the recording does not have the frame, or its agents have no world.
func (rec *Recording) Living(frame uint64) (agents int, ok bool) { return rec.frames.agents(frame) }

// Until returns the last frame in which the agent's state is known: the last of the recording, or if the agent is not chosen
// any more, the last before that. It is 0 for an agent that is not recorded, or has no world.
func (rec *Recording) Until(agent world.AgentID) uint64 {
	r := rec.rows(agent)
	_, last, known := rec.Frames()
	switch {
	case r == nil || !known:
		return 0
	case r.ended > 0:
		return min(last, r.ended-1)
	}
	return last
}

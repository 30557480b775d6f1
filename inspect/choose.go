package inspect

import (
	"slices"

	"github.com/decidertree/decidertree/internal/meter"
	"github.com/decidertree/decidertree/world"
)

// Limits on recorded agents. The cost of recording lies in the agents' ticks and not in Frame, so it is not measured
// but estimated for an ordinary processor.
const (
	agentsRecorded = 1000      // at most, if Options.Record sets no number
	bytesRecorded  = 256 << 20 // at most, if Options.Record sets no number
	worthwhile     = 64        // with fewer, only the agents that pages ask about are recorded
	recordShare    = 0.02      // of the game's time
	perRecorded    = 250e-9    // seconds that recording a tick takes
	perAsked       = 7e-9      // seconds for an unrecorded agent in a crowd with recorded ones

	maxRecent = 64   // agents that pages asked about last: always recorded
	maxAsked  = 4096 // of all these in one world
)

// chooser selects the agents to record if there are too many for all.
type chooser struct {
	recent []world.AgentID // agents that pages asked about, the latest last
	limit  int             // of further agents
	chosen []world.AgentID // by ID; nil for all
}

// ask selects an agent that a page asks about.
func (c *chooser) ask(agents ...world.AgentID) {
	for _, id := range agents {
		if at := slices.Index(c.recent, id); at >= 0 {
			c.recent = slices.Delete(c.recent, at, at+1)
		}
		c.recent = append(c.recent, id)
	}
	if n := len(c.recent) - maxRecent; n > 0 {
		c.recent = slices.Delete(c.recent, 0, n)
	}
}

// affordable is the number of agents to record: as the options say, or else as many as fit into recordShare of the
// game's time for a frame. Small changes are ignored.
func (g *game) affordable() int {
	old := g.chooser.limit
	switch {
	case g.o.Record.Agents > 0:
		return old
	case g.rate.value == 0: // not known yet, or the world is paused
		if g.members.agents > agentsRecorded && g.chooser.chosen == nil {
			return 0
		}
		return old
	}
	n := int((recordShare/g.rate.value - perAsked*float64(g.members.agents)) / perRecorded)
	n = min(n, agentsRecorded)
	switch {
	case n < worthwhile:
		return 0
	case n > old*3/4 && n < old*5/4 && n < agentsRecorded:
		return old
	}
	return n
}

// estimate tells the meter what recording takes: of all agents that may be recorded, each frame.
func (g *game) estimate() {
	agents, asked := g.members.agents, 0
	if chosen := g.chooser.chosen; chosen != nil {
		if agents = len(chosen); agents > 0 {
			asked = g.members.agents
		}
	}
	g.meter.Estimate(meter.Recording, g.rate.value*(float64(agents)*perRecorded+float64(asked)*perAsked))
}

// choose tells the recorder which agents to record: all if these are few, else those that pages asked about, and then
// the first others. It reports whether the selection has changed.
func (g *game) choose() bool {
	c := &g.chooser
	c.limit = g.affordable()
	if !g.link.wants.Load().pages {
		c.recent = nil
	}
	if g.members.agents <= c.limit {
		changed := c.chosen != nil
		if changed {
			c.chosen = nil
			g.recorder.Choose()
		}
		g.complain(g.members.record(true))
		return changed
	}
	chosen := append([]world.AgentID{}, c.recent...)
	for _, m := range g.members.all {
		if len(chosen) >= c.limit {
			break
		}
		for id := range m.Agents() {
			if chosen = append(chosen, world.AgentID(id)); len(chosen) >= c.limit {
				break
			}
		}
	}
	slices.Sort(chosen)
	chosen = slices.Compact(chosen)
	if c.chosen != nil && slices.Equal(chosen, c.chosen) {
		g.complain(g.members.record(len(chosen) > 0)) // for new members
		return false
	}
	before := c.chosen
	c.chosen = chosen
	if len(chosen) == 0 { // recording nobody costs nothing
		g.recorder.Choose(0) // no agent has this ID
		g.complain(g.members.record(false))
		return true
	}
	g.recorder.Choose(chosen...)
	g.complain(g.members.record(true))
	for _, id := range c.recent { // a sleeping agent would be recorded only when it wakes
		if _, had := slices.BinarySearch(before, id); !had {
			if m := g.members.of(g.w, id); m != nil {
				g.complain(m.Still(uint64(id)))
			}
		}
	}
	return true
}

package inspect

import (
	"slices"

	"github.com/decidertree/decidertree/world"
)

// Whom to record. What recording costs is not in Frame but in the agents' ticks, so it cannot be measured here; it is
// reckoned with what it takes on an ordinary processor.
const (
	agentsRecorded = 1000   // at most, where Options.Record does not say
	worthwhile     = 64     // for fewer it is not done: then those are recorded that somebody asks about
	recordShare    = 0.02   // of the game's time
	perRecorded    = 250e-9 // seconds that recording a tick takes
	perAsked       = 7e-9   // seconds that an agent of a crowd takes that is recorded in part, and this one is not

	maxRecent = 64   // agents that pages have asked about last, which are recorded in any case
	maxAsked  = 4096 // of these, as long as the world is the same one, over the others
)

// chooser decides whom to record where there are more agents than are to be.
type chooser struct {
	recent []world.AgentID // whom pages asked about, the latest last
	limit  int             // how many beside
	chosen []world.AgentID // by ID; nil for all
}

// ask has an agent recorded from now on, as a page asks about it.
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

// affordable is how many agents are to be recorded: as the options say, or else as many as recordShare of the time that
// the game takes for a frame allows. Small changes change nothing.
func (g *game) affordable() int {
	old := g.chooser.limit
	switch {
	case g.o.Record.Agents > 0:
		return old
	case g.rate.value == 0: // not known yet, or the world stands still
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

// choose tells the recorder whom to record: everybody as long as these are few; else those who were asked about, and of
// the others who comes first. It reports whether that has changed.
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
		g.complain(g.members.record(len(chosen) > 0)) // of who is new
		return false
	}
	before := c.chosen
	c.chosen = chosen
	if len(chosen) == 0 { // nobody: then it costs nothing
		g.complain(g.members.record(false))
		return true
	}
	g.recorder.Choose(chosen...)
	g.complain(g.members.record(true))
	for _, id := range c.recent { // who sleeps would not be taken down before it wakes
		if _, had := slices.BinarySearch(before, id); !had {
			if m := g.members.of(g.w, id); m != nil {
				g.complain(m.Still(uint64(id)))
			}
		}
	}
	return true
}

package inspect

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

const (
	ghostBytes = 48 << 20 // of positions while a fork runs; more frames or agents are sampled less often
	maxGhosts  = 500      // of one frame
	perGhost   = 48       // bytes
)

// ghosts are the positions in a fork of agents that are elsewhere without the change. It is immutable once the fork is over.
type ghosts struct {
	every  uint64 // frames between two samples
	from   uint64
	frames map[uint64][]wire.Ghost // by agent
	err    error                   // of the game's drawing

	last   uint64                // of the fork
	before map[uint64][]creature // without the change; dropped at the end
	paper  Map
}

// newGhosts follows a fork from a frame to another one.
func newGhosts(from, last uint64) *ghosts {
	return &ghosts{from: from, last: last, frames: map[uint64][]wire.Ghost{}, before: map[uint64][]creature{}}
}

// look notes where agents are; it is history.ForkOptions.Each. Games whose Run is no Scene have no ghosts.
func (g *ghosts) look(b *history.Branch, changed bool) {
	s, draws := b.Run().(Scene)
	frame := b.World().Frame()
	if !draws || g.err != nil || g.every > 0 && (frame-g.from)%g.every != 0 {
		return
	}
	g.paper.begin(frame, b.World().Time(), 1)
	if g.err = g.paper.drawn(s); g.err != nil {
		g.frames, g.before = nil, nil
		return
	}
	all := g.paper.creatures
	if g.every == 0 { // the first
		g.every = 1 + uint64(len(all))*perGhost*(g.last-g.from+1)/ghostBytes
	}
	all = slices.DeleteFunc(all, func(c creature) bool {
		return c.agent > maxAgentID || !isFinite(float64(c.x)) || !isFinite(float64(c.y))
	})
	slices.SortStableFunc(all, func(a, b creature) int { return cmp.Compare(a.agent, b.agent) })
	if !changed {
		g.before[frame] = slices.Clone(all)
		return
	}
	g.compare(frame, g.before[frame], all)
	delete(g.before, frame)
}

// compare keeps what differs in a frame. Both lists are by agent.
func (g *ghosts) compare(frame uint64, was, is []creature) {
	var differ []wire.Ghost
	for len(was) > 0 || len(is) > 0 {
		var at wire.Ghost
		switch {
		case len(was) == 0 || len(is) > 0 && is[0].agent < was[0].agent:
			at = wire.Ghost{Agent: uint64(is[0].agent), In: wire.InFork, X: float64(is[0].x), Y: float64(is[0].y)}
			is = is[1:]
		case len(is) == 0 || was[0].agent < is[0].agent:
			at = wire.Ghost{Agent: uint64(was[0].agent), In: wire.InOriginal, FromX: float64(was[0].x), FromY: float64(was[0].y)}
			was = was[1:]
		default:
			at = wire.Ghost{Agent: uint64(is[0].agent), In: wire.InBoth, X: float64(is[0].x), Y: float64(is[0].y), FromX: float64(was[0].x), FromY: float64(was[0].y)}
			same := was[0].x == is[0].x && was[0].y == is[0].y
			was, is = was[1:], is[1:]
			if same {
				continue
			}
		}
		differ = append(differ, at)
	}
	if len(differ) > 0 {
		g.frames[frame] = differ
	}
}

// done ends it.
func (g *ghosts) done() *ghosts {
	g.before, g.paper = nil, Map{}
	if g.every == 0 || g.err != nil {
		return nil
	}
	return g
}

// at are the ghosts of a frame: of the last one up to it that is sampled. The agent asked about comes first.
func (g *ghosts) at(frame uint64, agent world.AgentID) wire.Ghosts {
	frame = min(max(frame, g.from), g.last)
	frame -= (frame - g.from) % g.every
	to := wire.Ghosts{Frame: frame, Ghosts: []wire.Ghost{}}
	all := g.frames[frame]
	if i := slices.IndexFunc(all, func(x wire.Ghost) bool { return x.Agent == uint64(agent) }); i >= 0 {
		to.Ghosts = append(to.Ghosts, all[i])
	}
	for _, x := range all {
		if len(to.Ghosts) == maxGhosts {
			to.More = true
			break
		}
		if x.Agent != uint64(agent) {
			to.Ghosts = append(to.Ghosts, x)
		}
	}
	return to
}

// ghostsAt is GET /api/ghosts.
func (srv *server) ghostsAt(r *http.Request) (any, error) {
	s, live, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return nil, err
	}
	frame, err := number(r, "frame", 0)
	if err != nil {
		return nil, err
	}
	agent, err := number(r, "agent", 0)
	if err != nil {
		return nil, err
	}
	if live || s.ghosts == nil {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotRecorded,
			"positions are known of forks of games whose Run has the method Scene(*inspect.Map), like Options.Scene, and of no other recording")
	}
	return s.ghosts.at(frame, world.AgentID(agent)), nil
}

// note says what is wrong with a fork's positions; "" for nothing.
func (g *ghosts) note() string {
	if g.err != nil {
		return fmt.Sprintf("The map shows no fork: %v.", g.err)
	}
	return ""
}

package comparison

import (
	"cmp"
	"slices"

	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

const (
	ghostBytes = 48 << 20 // of positions while a fork runs; more frames or agents are sampled less often
	maxGhosts  = 500      // of one frame
	perGhost   = 48       // bytes
)

// Position is where an agent is.
type Position struct {
	Agent world.AgentID
	X, Y  float32
}

// Ghosts are the positions in a fork of agents that are elsewhere without the change. It is immutable once the fork is over.
type Ghosts struct {
	every  uint64 // frames between two samples
	from   uint64
	frames map[uint64][]wire.Ghost // by agent

	last   uint64                // of the fork
	before map[uint64][]Position // without the change; dropped at the end
}

// New follows a fork from a frame to another one.
func New(from, last uint64) *Ghosts {
	return &Ghosts{from: from, last: last, frames: map[uint64][]wire.Ghost{}, before: map[uint64][]Position{}}
}

// Wants reports whether the positions of a frame are of use.
func (g *Ghosts) Wants(frame uint64) bool { return g.every == 0 || (frame-g.from)%g.every == 0 }

// Take takes the positions in a frame that is wanted: of all frames of the run without the change first.
func (g *Ghosts) Take(frame uint64, all []Position, changed bool) {
	if g.every == 0 { // the first
		g.every = 1 + uint64(len(all))*perGhost*(g.last-g.from+1)/ghostBytes
	}
	slices.SortStableFunc(all, func(a, b Position) int { return cmp.Compare(a.Agent, b.Agent) })
	if !changed {
		g.before[frame] = slices.Clone(all)
		return
	}
	g.compare(frame, g.before[frame], all)
	delete(g.before, frame)
}

// compare keeps what differs in a frame. Both lists are by agent.
func (g *Ghosts) compare(frame uint64, was, is []Position) {
	var differ []wire.Ghost
	for len(was) > 0 || len(is) > 0 {
		var at wire.Ghost
		switch {
		case len(was) == 0 || len(is) > 0 && is[0].Agent < was[0].Agent:
			at = wire.Ghost{Agent: uint64(is[0].Agent), In: wire.InFork, X: float64(is[0].X), Y: float64(is[0].Y)}
			is = is[1:]
		case len(is) == 0 || was[0].Agent < is[0].Agent:
			at = wire.Ghost{Agent: uint64(was[0].Agent), In: wire.InOriginal, FromX: float64(was[0].X), FromY: float64(was[0].Y)}
			was = was[1:]
		default:
			at = wire.Ghost{Agent: uint64(is[0].Agent), In: wire.InBoth, X: float64(is[0].X), Y: float64(is[0].Y), FromX: float64(was[0].X), FromY: float64(was[0].Y)}
			same := was[0].X == is[0].X && was[0].Y == is[0].Y
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

// Done ends it; nil if there were no positions.
func (g *Ghosts) Done() *Ghosts {
	g.before = nil
	if g.every == 0 {
		return nil
	}
	return g
}

// At are the ghosts of a frame: of the last one up to it that is sampled. The agent asked about comes first.
func (g *Ghosts) At(frame uint64, agent world.AgentID) wire.Ghosts {
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

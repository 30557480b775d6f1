package inspect

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

const (
	maxChanges     = 32  // of one fork
	maxDifferences = 500 // reported; there may be more
	defaultFork    = 300 // frames
)

// fork is POST /api/fork. Forks run one at a time, since each needs as much of the machine as the game.
func (srv *server) fork(r *http.Request) (any, error) {
	var ask wire.ForkRequest
	if err := readJSON(r, &ask); err != nil {
		return nil, err
	}
	if ask.Frames == 0 {
		ask.Frames = defaultFork
	}
	if ask.Frames < 1 || ask.Frames > maxFork {
		return nil, bad("a fork goes on for 1 to %d frames, not %d", maxFork, ask.Frames)
	}
	if len(ask.Changes) > maxChanges {
		return nil, bad("a fork makes at most %d changes", maxChanges)
	}
	deeds := make([]deed, len(ask.Changes))
	for i, c := range ask.Changes {
		var err error
		if deeds[i], err = deedOf(c); err != nil {
			return nil, err
		}
	}
	select {
	case srv.forks <- struct{}{}:
		defer func() { <-srv.forks }()
	default:
		return nil, refusal(http.StatusServiceUnavailable, wire.ProblemBusy, "another fork is running")
	}
	answer, err := srv.link.ask(r.Context(), aFull, func(g *game) (any, error) {
		record := g.record
		record.Names.NameOf = nil // it may only be called in the game's goroutine: the original's names serve
		from := forking{checkpoints: g.checkpoints, original: g.recorder.Recording(), record: record}
		if g.chooser.chosen != nil {
			from.agents = from.original.Agents()
			for _, d := range deeds {
				from.agents = append(from.agents, world.AgentID(d.Agent))
			}
			from.record.Agents = 0 // these are all
		}
		return from, nil
	})
	if err != nil {
		return nil, err
	}
	from := answer.(forking)
	// It may take long: the answer's deadline moves on while it runs, and a page that goes away cancels it.
	f, err := from.checkpoints.Fork(r.Context(), from.original, history.ForkOptions{After: ask.Frame, Frames: ask.Frames, Record: from.record, Agents: from.agents}, func(b *history.Branch) error {
		var errs []error
		for i := range deeds {
			errs = append(errs, deeds[i].again(b))
		}
		return errors.Join(errs...)
	})
	if err != nil {
		return nil, err
	}
	name := srv.library.add("fork", fmt.Sprintf("%s, another way from frame %d on", srv.o.Title, ask.Frame), f.Changed)
	srv.link.ring()
	to := wire.Fork{Recording: name, From: ask.Frame, To: f.Last, Differences: []wire.Difference{}}
	differing := map[world.AgentID]bool{}
	for d := range history.Compare(f.Unchanged, f.Changed) {
		differing[d.Agent] = true
		if len(to.Differences) == maxDifferences {
			to.More = true
			continue
		}
		to.Differences = append(to.Differences, wire.Difference{
			Agent: uint64(d.Agent), Name: d.AgentName, Frame: d.Frame, First: d.First, What: fmt.Sprint(d.What), Again: d.Again, Decider: d.Decider, A: d.A, B: d.B,
		})
	}
	to.Agents = len(differing)
	slices.SortStableFunc(to.Differences, func(a, b wire.Difference) int { return cmp.Compare(a.Frame, b.Frame) })
	return to, nil
}

// forking is what a fork needs from the game's goroutine.
type forking struct {
	checkpoints *history.Checkpoints
	original    *history.Recording
	record      history.Options
	agents      []world.AgentID // to record; nil for all
}

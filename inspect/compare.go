package inspect

import (
	"cmp"
	"net/http"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/comparison"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// This file compares recordings: two of them, or a fork with what happened, and where agents are in a fork.

// pair finds the two recordings of a request. agents limits a copy of the game to these.
func (srv *server) pair(r *http.Request, agents ...world.AgentID) (a, b shelved, err error) {
	q := r.URL.Query()
	if q.Get("with") == "" {
		return a, b, bad("a comparison needs two recordings: with=NAME is the second")
	}
	if q.Get("with") == q.Get("recording") {
		return a, b, bad("a comparison needs two recordings, not %q twice", clip(q.Get("with")))
	}
	if b, _, err = srv.source(q.Get("with")); err != nil {
		return a, b, err
	}
	a, live, err := srv.source(q.Get("recording"))
	if err == nil && live {
		a.title = srv.o.Title
		a.recording, err = srv.copyGame(r.Context(), agents...)
	}
	return a, b, err
}

// compare is GET /api/compare.
func (srv *server) compare(r *http.Request) (any, error) {
	a, b, err := srv.pair(r)
	if err != nil {
		return nil, err
	}
	fromA, toA, _ := a.recording.Frames()
	fromB, toB, _ := b.recording.Frames()
	to := wire.Fork{Recording: b.name, Original: r.URL.Query().Get("recording"), Title: b.title, From: max(fromA, fromB), To: min(toA, toB)}
	if to.From > to.To {
		return nil, refusal(http.StatusConflict, wire.ProblemRefused,
			"the recordings have no frame in common: the first has frames %d to %d, the second %d to %d; record the same part of both runs, or raise history.Options.BytesEach to keep more",
			fromA, toA, fromB, toB)
	}
	if err := comparison.Into(r.Context(), &to, a.recording, b.recording); err != nil {
		return nil, err
	}
	if to.Of == 0 {
		return nil, refusal(http.StatusConflict, wire.ProblemRefused,
			"no agent is in both recordings: %d are in the first, %d in the second; compare runs of one game whose agents have the same IDs, that is, of the same setup",
			len(a.recording.Agents()), len(b.recording.Agents()))
	}
	return to, nil
}

// differs is GET /api/agent/{id}/differs: where an agent's ways part, and why.
func (srv *server) differs(r *http.Request) (any, error) {
	id, err := agentOf(r)
	if err != nil {
		return nil, err
	}
	a, b, err := srv.pair(r, id)
	if err != nil {
		return nil, err
	}
	for _, s := range []shelved{a, b} {
		if s.recording.Tree(id) == nil {
			return nil, refusal(http.StatusNotFound, wire.ProblemNotFound, "agent %d is not in %q: it cannot be compared", id, clip(cmp.Or(s.name, s.title)))
		}
	}
	return comparison.Divergence(a.recording, b.recording, id, b.original != nil, srv.namesIn(b.recording, false))
}

// ghostView draws the game of a fork to find out where agents are. Games whose Run is no Scene have no ghosts.
type ghostView struct {
	*comparison.Ghosts
	paper     Map
	positions []comparison.Position
	err       error // of the game's drawing: then there are none
}

// look is history.ForkOptions.Each.
func (g *ghostView) look(b *history.Branch, changed bool) {
	s, draws := b.Run().(Scene)
	frame := b.World().Frame()
	if !draws || g.err != nil || !g.Wants(frame) {
		return
	}
	g.paper.begin(frame, b.World().Time(), 1)
	if g.err = g.paper.drawn(s); g.err != nil {
		return
	}
	g.positions = g.positions[:0]
	for _, c := range g.paper.creatures {
		if c.agent <= maxAgentID && isFinite(float64(c.x)) && isFinite(float64(c.y)) {
			g.positions = append(g.positions, comparison.Position{Agent: c.agent, X: c.x, Y: c.y})
		}
	}
	g.Take(frame, g.positions, changed)
}

// found are the ghosts; nil for none.
func (g *ghostView) found() *comparison.Ghosts {
	if g.err != nil {
		return nil
	}
	return g.Done()
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
	return s.ghosts.At(frame, world.AgentID(agent)), nil
}

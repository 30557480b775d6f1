package inspect

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/comparison"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

const (
	maxChanges  = 32        // of one fork
	defaultFork = 300       // frames
	forkAgents  = 5000      // up to which a fork records all agents; of more those that the game records, and those it changes
	forkBytes   = 128 << 20 // of a fork's recording; it makes two
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
	deeds, err := deedsOf(ask.Changes)
	if err != nil {
		return nil, err
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
		from.record.Bytes = min(record.Bytes, forkBytes)
		from.all = g.members.agents
		if from.all <= forkAgents {
			from.record.Agents = 0
		} else if g.chooser.chosen != nil {
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
	seen := ghostView{Ghosts: comparison.New(ask.Frame, ask.Frame+uint64(ask.Frames))}
	f, err := from.checkpoints.Fork(r.Context(), from.original, history.ForkOptions{
		After: ask.Frame, Frames: ask.Frames, Record: from.record, Agents: from.agents, Seed: ask.Seed, Each: seen.look,
	}, changing(deeds))
	if err != nil {
		return nil, err
	}
	title := fmt.Sprintf("%s, another way from frame %d on", srv.o.Title, ask.Frame)
	name := srv.library.add("fork", shelved{title: title, recording: f.Changed, original: f.Unchanged, ghosts: seen.found()})
	srv.link.ring()
	to := wire.Fork{Recording: name, Original: originalOf(name), Fork: true, Title: title, From: ask.Frame, To: f.Last}
	if ask.Seed != 0 {
		to.Changes = append(to.Changes, fmt.Sprintf("the chance of seed %d", ask.Seed))
	}
	for i := range deeds {
		to.Changes = append(to.Changes, deeds[i].words(&srv.o))
	}
	if err := comparison.Into(r.Context(), &to, f.Unchanged, f.Changed); err != nil {
		return nil, err
	}
	if seen.err != nil {
		to.Notes = append(to.Notes, fmt.Sprintf("The map shows no fork: %v.", seen.err))
	}
	if to.Of < from.all && from.agents != nil {
		to.Notes = append(to.Notes, fmt.Sprintf("Of %d agents, %d were recorded in both runs; what the others did is not compared. A fork records all of up to %d agents, and of more those that the page shows and those that it changes.",
			from.all, to.Of, forkAgents))
	}
	return to, nil
}

// deedsOf checks the changes of a fork.
func deedsOf(changes []wire.Act) ([]deed, error) {
	if len(changes) > maxChanges {
		return nil, bad("a fork makes at most %d changes", maxChanges)
	}
	deeds := make([]deed, len(changes))
	for i, c := range changes {
		var err error
		if deeds[i], err = deedOf(c); err != nil {
			return nil, err
		}
		if c.Do == "release" {
			return nil, bad("release is no change of a fork: use free or flag for what the agent is held to")
		}
	}
	return deeds, nil
}

// changing makes changes to a fork.
func changing(deeds []deed) func(*history.Branch) error {
	return func(b *history.Branch) error {
		var errs []error
		for i := range deeds {
			errs = append(errs, deeds[i].again(b))
		}
		return errors.Join(errs...)
	}
}

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

// forking is what a fork needs from the game's goroutine.
type forking struct {
	checkpoints *history.Checkpoints
	original    *history.Recording
	record      history.Options
	agents      []world.AgentID // to record; nil for all
	all         int             // agents of the game
}

// words describes an act for people: "set the decision flag Scared of Ogg #7".
func (d *deed) words(o *Options) string {
	who := o.Names.Agent(world.AgentID(d.Agent))
	switch d.Do {
	case "flag":
		var parts []string
		if d.set != 0 {
			parts = append(parts, "set "+strings.Join(namedFlags(o.Names.Decision, d.set).Names, ", "))
		}
		if d.clear != 0 {
			parts = append(parts, "clear "+strings.Join(namedFlags(o.Names.Decision, d.clear).Names, ", "))
		}
		if len(parts) == 0 {
			return "the flags of " + who + " are the game's again"
		}
		return strings.Join(parts, " and ") + " of " + who
	case "stimulate":
		return fmt.Sprintf("send %s to %s for %g s", strings.Join(namedFlags(o.Names.Stimuli, uint64(d.stimulus.Kind())).Names, ", "), who, d.Seconds)
	case "force", "forbid", "free":
		return strings.TrimSpace(d.Do+" "+d.Decider) + " of " + who
	}
	if d.Do == "value" {
		return fmt.Sprintf("set %s of %s to %s", strings.TrimSuffix(d.Key+"."+d.Field, "."), who, d.Text)
	}
	return d.Do + " " + who
}

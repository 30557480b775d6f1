package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"
	"unicode/utf16"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/query"
	"github.com/decidertree/decidertree/world"
)

// This file answers queries over recorded time.

const (
	maxFinds      = 2    // queries that run at once
	maxHits       = 5000 // of one answer
	maxPropose    = 50   // completions
	maxNames      = 5000 // of agents, for completions
	findsTogether = 64   // agents whose recordings are copied from the game at once
	findEvery     = time.Second / 8
)

// finding is a query that is being answered.
type finding struct {
	srv    *server
	q      query.Query
	o      query.Options
	live   bool
	rec    *history.Recording // nil for the game
	heat   *wire.Heat
	index  map[uint64]int // of the creatures of a roster
	roster *uint64        // the first of that roster

	mu   sync.Mutex
	last query.Progress
}

// find is GET /api/find. It answers with lines of JSON until the search ends or the page is gone.
func (srv *server) find(w http.ResponseWriter, r *http.Request) {
	f, err := srv.finding(r)
	if err != nil {
		asProblem(err).write(w)
		return
	}
	leave, err := enter(srv.finds, "%d queries are being answered already; end one", maxFinds)
	if err != nil {
		asProblem(err).write(w)
		return
	}
	defer leave()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := lines{to: w, within: writeWithin}
	say := func(line wire.Finding) {
		err := out.write(line)
		var value *json.UnsupportedValueError
		if errors.As(err, &value) { // a NaN somewhere
			err = out.write(wire.Finding{Problem: &wire.Problem{Code: wire.ProblemFailed, Error: err.Error()}})
		}
		if err != nil {
			cancel() // the page is gone
		}
	}
	ended := make(chan wire.Finding, 1)
	srv.work.Add(1)
	go func() {
		defer srv.work.Done()
		ended <- f.run(ctx)
	}()
	tick := time.NewTicker(findEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			f.mu.Lock()
			p := f.last
			f.mu.Unlock()
			say(wire.Finding{Done: p.Done, Agents: p.Agents, Hits: p.Hits})
		case line := <-ended:
			if ctx.Err() == nil {
				say(line)
			}
			return
		}
	}
}

// finding reads the request.
func (srv *server) finding(r *http.Request) (*finding, error) {
	s, live, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return nil, err
	}
	limit, err := number(r, "limit", 500)
	if err != nil {
		return nil, err
	}
	if limit == 0 || limit > maxHits {
		return nil, bad("limit is 1 to %d", maxHits)
	}
	f := &finding{srv: srv, live: live, rec: s.recording}
	if f.o.End, err = number(r, "frame", 0); err != nil {
		return nil, err
	}
	if f.q, err = query.Parse(r.URL.Query().Get("query")); err != nil {
		return nil, bad("%v", brief(err))
	}
	if err := f.q.Check(srv.vocabulary(s.recording)); err != nil {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotFound, "%v", brief(err))
	}
	f.o.Limit, f.o.Each, f.o.Names = int(limit), f.each, srv.o.Names
	if !live {
		f.o.Names = srv.namesIn(s.recording, false)
	}
	f.o.Progress = func(p query.Progress) {
		f.mu.Lock()
		f.last = p
		f.mu.Unlock()
	}
	return f, nil
}

// brief is an error's text without the name of its package.
func brief(err error) string {
	const prefix = "query: "
	text := err.Error()
	if len(text) > len(prefix) && text[:len(prefix)] == prefix {
		return text[len(prefix):]
	}
	return text
}

// vocabulary has the names of a recording, or without one those of the game.
func (srv *server) vocabulary(rec *history.Recording) query.Vocabulary {
	if rec != nil {
		return query.VocabularyOf(rec)
	}
	v := query.Vocabulary{}
	trees, leaves := srv.registry.all()
	v.Deciders = leaves
	for _, t := range trees {
		v.Trees = append(v.Trees, t.told.Name)
	}
	for _, c := range srv.link.census.Load().crowds {
		if c.Name != "" {
			v.Crowds = append(v.Crowds, c.Name)
		}
	}
	for _, name := range append(append([]string{}, srv.o.Names.Decision...), srv.o.Names.Stimuli...) {
		if name != "" {
			v.Flags = append(v.Flags, name)
		}
	}
	v.Agents = srv.names.some(maxNames)
	return v
}

// run searches, and returns the last line of the answer.
func (f *finding) run(ctx context.Context) (line wire.Finding) {
	defer func() {
		if p := recover(); p != nil { // a manipulated recording must not end the game
			line = wire.Finding{Problem: &refusal(http.StatusInternalServerError, wire.ProblemFailed, "the inspector failed: %v", p).Problem}
		}
	}()
	found, missing, err := f.search(ctx)
	if err != nil {
		var out *query.RangeError
		if errors.As(err, &out) {
			err = refusal(http.StatusNotFound, wire.ProblemNotRecorded, "%s", brief(err))
		}
		return wire.Finding{Problem: &asProblem(err).Problem}
	}
	return wire.Finding{Done: found.Searched, Agents: found.Searched, Hits: found.All, Found: f.told(&found, missing)}
}

// search searches the recording, or copies of those of the game, some agents at a time.
func (f *finding) search(ctx context.Context) (found query.Found, missing int, err error) {
	if f.rec != nil {
		f.o.Workers = 1
		if f.srv.link == nil { // no game needs the processor
			f.o.Workers = runtime.GOMAXPROCS(0)
		}
		found, err = f.q.Find(ctx, f.rec, f.o)
		return found, 0, err
	}
	answer, err := f.srv.link.ask(ctx, aCopy, func(g *game) (any, error) { return g.recorder.Agents(), nil })
	if err != nil {
		return found, 0, err
	}
	recorded := answer.([]world.AgentID)
	missing = max(0, f.srv.link.status.Load().agents-len(recorded)) // at least: some of those recorded may be gone
	agents := slices.DeleteFunc(recorded, func(id world.AgentID) bool { return !f.q.About(id, f.o.Names) })
	var finder *query.Finder
	for from := 0; from == 0 || from < len(agents); from += findsTogether {
		some := agents[from:min(from+findsTogether, len(agents))]
		rec, err := f.copies(ctx, some)
		if err != nil {
			return found, missing, err
		}
		if finder == nil {
			if finder, err = f.q.Finder(rec, f.o); err != nil {
				return found, missing, err
			}
			finder.Expect(len(agents))
		}
		for _, id := range some {
			finder.Search(ctx, rec, id)
		}
	}
	return finder.Found(), missing, ctx.Err()
}

// copies copies the recordings of some agents from the game.
func (f *finding) copies(ctx context.Context, agents []world.AgentID) (*history.Recording, error) {
	some := agents
	if len(some) == 0 {
		some = []world.AgentID{0} // no agent has this ID; none at all would mean all
	}
	answer, err := f.srv.link.ask(ctx, aCopy, func(g *game) (any, error) { return g.recorder.Recording(some...), nil })
	if err != nil {
		return nil, err
	}
	return answer.(*history.Recording), nil
}

// each counts where an agent was when a hit began.
func (f *finding) each(h query.Hit) {
	if !f.live {
		return
	}
	p := f.srv.scenes.at(h.From)
	if p == nil || p.where == nil || len(p.where.agents) == 0 {
		return
	}
	if f.heat == nil {
		if f.heat = newHeat(p.where); f.heat == nil {
			return
		}
	}
	if f.roster != &p.where.agents[0] {
		f.roster, f.index = &p.where.agents[0], make(map[uint64]int, len(p.where.agents))
		for i, id := range p.where.agents {
			f.index[id] = i
		}
	}
	if i, drawn := f.index[uint64(h.Agent)]; drawn {
		warm(f.heat, p.where, i)
	}
}

// told is the result for pages.
func (f *finding) told(found *query.Found, missing int) *wire.Found {
	to := &wire.Found{
		Query: found.Query, From: found.From, To: found.To, Begin: found.Begin, End: found.End, Searched: found.Searched, Unrecorded: missing,
		Agents: found.Agents, All: found.All, Hits: []wire.Run{}, Bins: []wire.Bin{}, Heat: f.heat, Unsound: found.Problems, Words: found.Problem,
	}
	for _, h := range found.Hits {
		if h.Agent > maxAgentID {
			continue
		}
		to.Hits = append(to.Hits, wire.Run{
			Agent: uint64(h.Agent), Name: h.Name, Decider: h.Decider, Path: h.Path, Place: h.Place, From: h.From, To: h.To,
			Begin: h.Begin, End: h.End, Ticks: h.Ticks, By: h.By, Words: h.Words,
		})
	}
	for _, b := range found.Bins {
		to.Bins = append(to.Bins, wire.Bin{From: b.From, To: b.To, Agents: b.Agents})
	}
	return to
}

// complete is GET /api/find/complete.
func (srv *server) complete(r *http.Request) (any, error) {
	s, _, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return nil, err
	}
	line, names := r.URL.Query().Get("query"), srv.vocabulary(s.recording)
	to := wire.Completions{Completions: []wire.Completion{}}
	units := func(at int) int { return len(utf16.Encode([]rune(line[:at]))) }
	for _, c := range query.Complete(line, names, maxPropose) {
		to.Completions = append(to.Completions, wire.Completion{From: units(c.From), Text: c.Text})
	}
	q, err := query.Parse(line)
	var wrong *query.SyntaxError
	switch {
	case errors.As(err, &wrong):
		if len(wrong.Query) != len(line) { // too long to be read
			wrong.From, wrong.To = 0, len(line)
		}
		to.Wrong = &wire.Wrong{From: units(wrong.From), To: units(wrong.To), Words: brief(err)}
	case err == nil:
		if err := q.Check(names); err != nil {
			to.Wrong = &wire.Wrong{To: units(len(line)), Words: brief(err)}
		}
	}
	return to, nil
}

package inspect

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// agents is GET /api/agents.
func (srv *server) agents(r *http.Request) (any, error) {
	ask, err := searchOf(r)
	if err != nil {
		return nil, err
	}
	s, err := srv.sightOf(r)
	if err != nil {
		return nil, err
	}
	return s.roster.search(ask, srv.namesOf(s)), nil
}

func searchOf(r *http.Request) (s search, err error) {
	q := r.URL.Query()
	s.query, s.decider, s.crowd = q.Get("query"), q.Get("decider"), q.Get("crowd")
	if s.flags, err = flagBits("flag", q.Get("flag")); err != nil {
		return s, err
	}
	if s.stimuli, err = flagBits("stimulus", q.Get("stimulus")); err != nil {
		return s, err
	}
	offset, err := number(r, "offset", 0)
	if err != nil {
		return s, err
	}
	limit, err := number(r, "limit", 100)
	if err != nil {
		return s, err
	}
	if offset > maxAgentID || limit == 0 || limit > maxPage {
		return s, bad("limit is 1 to %d, and offset no such number", maxPage)
	}
	s.offset, s.limit = int(offset), int(limit)
	return s, nil
}

// crowd is GET /api/crowd.
func (srv *server) crowd(r *http.Request) (any, error) {
	s, err := srv.sightOf(r)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	if s.recording == nil {
		return s.roster.view(srv.scenes.where(), q.Get("heat"), nil), nil
	}
	var moves flows
	if q.Get("flows") != "" {
		if moves, err = srv.movesBefore(r.Context(), s); err != nil {
			return nil, err
		}
	}
	var where *placed
	if p := srv.pictureAt(s); p != nil {
		where = p.where
	}
	return s.roster.view(where, q.Get("heat"), &moves), nil
}

// log is GET /api/log.
func (srv *server) log(r *http.Request) (any, error) {
	since, err := number(r, "since", 0)
	if err != nil {
		return nil, err
	}
	if srv.link == nil {
		return wire.Log{Lines: []wire.LogLine{}}, nil
	}
	return srv.link.log.Since(since), nil
}

// scene is GET /api/scene.
func (srv *server) scene(r *http.Request) (any, error) {
	from, live, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return nil, err
	}
	frame, err := number(r, "frame", 0)
	if err != nil {
		return nil, err
	}
	s := sight{recording: from.recording, live: live, frame: cmp.Or(frame, math.MaxUint64)}
	p := srv.pictureAt(s)
	switch {
	case p == nil && !live && len(from.recording.Scenes()) == 0:
		return nil, refusal(http.StatusNotFound, wire.ProblemNotRecorded, "the recording has no map: the page of a game saves one with its recordings")
	case p == nil:
		return nil, refusal(http.StatusNotFound, wire.ProblemNotRecorded, "no scene is held of frame %d or before", s.frame)
	case frame == 0 && live:
		return json.RawMessage(p.text(0, 0)), nil
	}
	scene := p.scene
	if s, err := srv.sightAt(r.Context(), from.recording, live, frame); err == nil { // else the scene has what was known when it was drawn
		scene.What = p.whatIn(s.roster)
	}
	return scene, nil
}

// agent is GET /api/agent/{id}.
func (srv *server) agent(r *http.Request) (any, error) {
	a, err := srv.about(r)
	if err != nil {
		return nil, err
	}
	return srv.moment(a, r.URL.Query().Get("level") != "brief")
}

// about is the subject of a request about an agent.
type about struct {
	agent       world.AgentID
	frame       uint64 // the requested one, or the last
	recording   *history.Recording
	first, last uint64 // available frames, including those in which the agent sleeps after its last tick
	ticked      uint64 // the frame of its last tick
	live        bool   // it is the running game's
}

// about finds the subject in a recording, or in a copy from the game.
func (srv *server) about(r *http.Request) (a about, err error) {
	if a.agent, err = agentOf(r); err != nil {
		return a, err
	}
	if a.frame, err = number(r, "frame", 0); err != nil {
		return a, err
	}
	s, live, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return a, err
	}
	if !live {
		if s.recording.Tree(a.agent) == nil {
			return a, refusal(http.StatusNotFound, wire.ProblemNotFound, "the recording has no agent %d", a.agent)
		}
		_, last, _ := s.recording.Frames()
		return a.in(s.recording, last)
	}
	a.live = true
	f, err := srv.copyOf(r.Context(), a.agent, a.frame)
	if err != nil {
		return a, err
	}
	return a.in(f.recording, f.frame)
}

// in is the subject in a recording up to a frame.
func (a about) in(rec *history.Recording, last uint64) (about, error) {
	var ok bool
	a.recording = rec
	if a.first, a.last, ok = rec.Span(a.agent); !ok {
		if rec.Tree(a.agent) == nil {
			return a, refusal(http.StatusNotFound, wire.ProblemNotRecorded, "nothing is recorded of agent %d", a.agent)
		}
		a.first, a.last = last, last // it has not ticked since recording began, but its state then is known
	}
	if until := rec.Until(a.agent); until > 0 {
		last = min(last, until) // it was not chosen after that
	}
	a.ticked, a.last = a.last, max(a.last, last)
	if a.frame == 0 {
		a.frame = a.last
	}
	return a, nil
}

// copyOf returns a copy of an agent's recording: the cached one if it is current or has the frame.
func (srv *server) copyOf(ctx context.Context, id world.AgentID, frame uint64) (file, error) {
	f, found := srv.cache.find(id)
	if found {
		if s := srv.link.status.Load(); f.frame == s.frame && f.changes == s.changes {
			return f, nil
		}
		if first, _, ok := f.recording.Span(id); ok && frame != 0 && first <= frame && frame <= f.frame {
			return f, nil
		}
	}
	answer, err := srv.link.ask(ctx, aCopy, func(g *game) (any, error) {
		if g.members.of(g.w, id) == nil {
			return nil, refusal(http.StatusNotFound, wire.ProblemNotFound, "there is no agent %d", id)
		}
		g.chooser.ask(id)
		rec := g.recorder.Recording(id)
		if missing := g.members.unrecorded(g.w, id); rec.Bytes(id) == 0 && missing != "" {
			return nil, refusal(http.StatusNotFound, wire.ProblemNotRecorded, "%s", missing)
		}
		return file{id, g.w.Frame(), g.changes, rec}, nil
	})
	if err != nil {
		if found { // the game makes no frames: the cached copy is the best there is
			return f, nil
		}
		return file{}, err
	}
	got := answer.(file)
	srv.cache.keep(got.recording, []world.AgentID{id}, got.frame, got.changes)
	return got, nil
}

// watch is POST /api/watch.
func (srv *server) watch(r *http.Request) (any, error) {
	var w wire.Watch
	if err := readJSON(r, &w); err != nil {
		return nil, err
	}
	if len(w.Agents) > maxWatch {
		return nil, bad("a page may watch %d agents at once", maxWatch)
	}
	if w.Level != "" && w.Level != "brief" {
		return nil, bad("level is brief, or nothing, not %q", clip(w.Level))
	}
	c, err := srv.client(w.Client)
	if err != nil {
		return nil, err
	}
	c.watchFor(w)
	srv.mu.Lock()
	srv.want()
	srv.mu.Unlock()
	return struct{}{}, nil
}

// control is POST /api/control.
func (srv *server) control(r *http.Request) (any, error) {
	var c wire.ControlRequest
	if err := readJSON(r, &c); err != nil {
		return nil, err
	}
	return srv.link.ask(r.Context(), atOnce, func(g *game) (any, error) { return g.controlBy(c) })
}

// breakpoint is POST /api/breakpoint.
func (srv *server) breakpoint(r *http.Request) (any, error) {
	var b wire.BreakpointRequest
	if err := readJSON(r, &b); err != nil {
		return nil, err
	}
	return srv.link.ask(r.Context(), atOnce, func(g *game) (any, error) { return g.breakpoint(b) })
}

// act is POST /api/act.
func (srv *server) act(r *http.Request) (any, error) {
	var a wire.Act
	if err := readJSON(r, &a); err != nil {
		return nil, err
	}
	d, err := deedOf(a)
	if err != nil {
		return nil, err
	}
	return srv.link.ask(r.Context(), atOnce, func(g *game) (any, error) { return g.act(d) })
}

// held is GET /api/held.
func (srv *server) held(r *http.Request) (any, error) {
	return srv.link.ask(r.Context(), aCopy, func(g *game) (any, error) { return g.holds(), nil })
}

// download is GET /api/recording: the whole recording, or with ?agents=1,2,3 that of these agents.
func (srv *server) download(w http.ResponseWriter, r *http.Request) {
	rec, err := srv.wholeOf(r)
	if err != nil {
		asProblem(err).write(w)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="`+fileName(srv.o.Title)+`"`)
	out := http.NewResponseController(w)
	// The browser notices an error while writing: the download is incomplete, and its check sum wrong.
	_ = rec.Save(&slowWriter{w, out})
}

// slowWriter extends the deadline of a slow reader while it reads.
type slowWriter struct {
	w   http.ResponseWriter
	out *http.ResponseController
}

// Write is part of io.Writer.
func (s *slowWriter) Write(b []byte) (int, error) {
	if err := s.out.SetWriteDeadline(time.Now().Add(answerWithin)); err != nil {
		return 0, err
	}
	return s.w.Write(b)
}

// wholeOf is the recording to download.
func (srv *server) wholeOf(r *http.Request) (*history.Recording, error) {
	s, live, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return nil, err
	}
	if !live {
		return srv.withNotes(s.name, s.recording)
	}
	agents, err := agentsOf(r.URL.Query().Get("agents"))
	if err != nil {
		return nil, err
	}
	return srv.copyGame(r.Context(), agents...)
}

// copyGame is a copy of what is recorded of the running game's agents; of all without any.
func (srv *server) copyGame(ctx context.Context, agents ...world.AgentID) (*history.Recording, error) {
	answer, err := srv.link.ask(ctx, aFull, func(g *game) (any, error) { return g.recorder.Recording(agents...), nil })
	if err != nil {
		return nil, err
	}
	rec, err := srv.withNotes("", answer.(*history.Recording))
	if err != nil {
		return nil, err
	}
	return rec.WithScenes(srv.scenes.filed(rec))
}

// fileName makes a file name of a title.
func fileName(title string) string {
	name := []byte{}
	for _, c := range []byte(title) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			name = append(name, c)
		}
	}
	if len(name) == 0 {
		name = []byte("recording")
	}
	return string(name[:min(len(name), 60)]) + ".decisions"
}

// open is POST /api/open: adds a recording from its bytes.
func (srv *server) open(r *http.Request) (any, error) {
	rec, err := history.Load(r.Body)
	if err != nil {
		return nil, err
	}
	agents := rec.Agents()
	first, last, _ := rec.Frames()
	name := srv.library.add("upload", shelved{title: r.URL.Query().Get("name"), recording: rec})
	if srv.link != nil {
		srv.link.ring() // pages get a new hello
	}
	return wire.Opened{Recording: name, Agents: len(agents), First: first, Last: last}, nil
}

func agentsOf(list string) (agents []world.AgentID, err error) {
	for _, text := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) {
		id, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return nil, bad("agents are numbers with commas, not %q", clip(list))
		}
		agents = append(agents, world.AgentID(id))
	}
	if len(agents) > 1000 {
		return nil, bad("at most 1000 agents can be named; without any it is all")
	}
	return agents, nil
}

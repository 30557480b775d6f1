package inspect

import (
	"cmp"
	"time"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/meter"
	"github.com/decidertree/decidertree/internal/stops"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

var key engine.Key

// Shortest times between updates of pages.
const (
	toldEvery   = time.Second / 20
	sceneEvery  = time.Second / 20
	sceneSeldom = time.Second // while no page shows the map: for looks into the past
	copiedEvery = time.Second / 10
	scanEvery   = time.Second / 20
	censusEvery = time.Second / 4
)

// savingShare is the share of the time that checkpoints take at most, if Options.Checkpoints does not say.
const savingShare = 0.004

// game is the inspector's part in the goroutine that ticks. Only that goroutine uses it, except for link and
// registry.
type game struct {
	o           Options
	w           *world.World
	link        *link
	registry    *registry
	recorder    *history.Recorder
	checkpoints *history.Checkpoints // nil without Options.Game
	members     members
	scan        scan
	spy         *stops.Spy
	budget      budget
	meter       *meter.Meter
	turns       *meter.Turns // of views
	jobs        [commandKinds]job
	sceneJob    job
	watchJob    job
	scanJob     job
	censusJob   job
	chooser     chooser
	record      history.Options
	postponed   []*command // copies that wait for budget
	control     wire.Control
	steps       int     // frames to make while paused
	owed        float64 // frames that the speed asks for
	controlled  int     // changes of control so far
	changes     int
	worlds      int
	told        status // the last status for pages
	toldAt      time.Time
	want        *wants
	rate        rate
	work        meter.Work    // of this Frame: its clock is the budget's
	saving      time.Duration // of a checkpoint in this Frame
	errors      []string
	erred       int
	closed      bool
}

func newGame(w *world.World, o Options, l *link, r *registry) *game {
	g := &game{o: o, link: l, registry: r, control: wire.Control{Speed: 1}, meter: l.meter, turns: meter.NewTurns(views)}
	g.budget.now = func() time.Time { return g.work.Now() }
	names := o.Names
	names.NameOf = g.nameOf
	g.spy = stops.New(names, &l.log)
	g.lookAt(w)
	return g
}

// lookAt starts with a world.
func (g *game) lookAt(w *world.World) {
	g.members.release()
	record := g.o.Record
	if record.Agents == 0 {
		record.Agents = agentsRecorded
	}
	record.Title = cmp.Or(record.Title, g.o.Title)
	calls := record.Names.NameOf
	if named(record.Names) == 0 {
		record.Names = g.o.Names
	}
	if record.Names.NameOf = calls; calls == nil && g.o.Names.NameOf != nil {
		record.Names.NameOf = g.nameOf
	}
	if record.Bytes == 0 {
		record.Bytes = bytesRecorded
	}
	limit := record.Agents
	record.Agents += maxAsked
	g.w, g.record, g.recorder, g.chooser = w, record, history.New(record), chooser{limit: limit}
	if g.o.Game != nil {
		g.checkpoints = history.NewCheckpoints(w, g.o.Game, checkpoints(g.o.Checkpoints))
	}
	g.members = members{registry: g.registry, recorder: g.recorder}
	g.scan.begin(nil)
	g.spy.Forget()
	g.worlds++
	g.control.Stopped = nil
	g.takeCensus()
	g.tell(time.Time{})
}

// checkpoints limits what saving takes, if the game does not: recording and pages take their share as well.
func checkpoints(o history.CheckpointOptions) history.CheckpointOptions {
	if o.Share == 0 {
		o.Share = savingShare
	}
	return o
}

func (g *game) close() {
	if g.closed {
		return
	}
	g.closed = true
	g.members.release()
}

// between does the work between frames and returns the number of frames to make.
func (g *game) between() (frames int) {
	g.work = meter.Begin()
	g.saving = 0
	g.budget.share = g.meter.Share(meter.Frame)
	began := g.budget.begin()
	g.obey(began)
	if g.spy.Pointed() != g.members.spied {
		if g.spy.Pointed() {
			g.complain(g.members.spy(g.spy))
		} else {
			g.complain(g.members.spy(nil))
		}
	}
	g.rate.add(g.w.Frame(), began)
	if g.censusJob.rested(censusEvery, began) && g.budget.affords(&g.censusJob, began) {
		from := g.budget.now()
		g.takeCensus()
		g.censusJob.done(from, g.budget.now(), 0, 0)
	}
	want := g.link.wants.Load()
	if want != g.want { // pages look at something else: show it although nothing has changed
		g.want = want
		g.sceneJob.again, g.watchJob.again = true, true
	}
	g.show(want, began)
	g.tell(began)
	frames = g.due()
	g.budget.end(began)
	g.meter.Spend(meter.Frame, g.work.End(0)-g.saving)
	return frames
}

// due is the number of frames to make now.
func (g *game) due() int {
	if g.control.Paused {
		return min(g.steps, maxSpeed)
	}
	g.owed += g.control.Speed
	n := int(g.owed)
	g.owed -= float64(n)
	return n
}

// stepped is called after each frame.
func (g *game) stepped() {
	if g.steps > 0 {
		g.steps--
	}
	if hit := g.spy.Take(g.w.Frame(), g); hit != nil {
		g.chooser.ask(world.AgentID(hit.Agent))
		g.control.Stopped = hit
		g.steps = 0
		g.turn(true)
	}
}

// About is part of stops.Game.
func (g *game) About(agent world.AgentID) (f stops.Facts) {
	m := g.members.of(g.w, agent)
	if m == nil {
		return f
	}
	f.Crowd = m.Name()
	if t := g.registry.byPrint(m.Fingerprint()); t != nil {
		f.Tree = t.told.Name
	}
	return f
}

// Read is part of stops.Game. It reads the agent's recording, and has it recorded from now on.
func (g *game) Read(agent world.AgentID, values []wire.Watched) []string {
	texts := make([]string, len(values))
	g.chooser.ask(agent)
	watched := make([]history.Watched, len(values))
	for i, w := range values {
		watched[i] = history.Watched{Kind: history.WatchKind(w.Kind), Decider: w.Decider, Name: w.Name}
	}
	frame := g.w.Frame()
	series, err := g.recorder.Recording(agent).Series(agent, frame, frame, watched...)
	if err != nil {
		return texts // nothing is recorded of it
	}
	for i := range series {
		if n := len(series[i].Samples); n > 0 {
			texts[i] = series[i].Samples[n-1].Text
		}
	}
	return texts
}

// pause pauses or resumes the world.
func (g *game) pause(paused bool) {
	if g.control.Paused == paused && g.steps == 0 {
		return
	}
	g.control.Stopped = nil
	g.steps = 0
	g.turn(paused)
}

func (g *game) turn(paused bool) {
	g.control.Paused, g.owed = paused, 0
	g.controlled++
}

// Views of pages that share the budget.
const (
	agentView = iota
	mapView
	listView // of all agents: the list, the counts of leaves, and colours of the map
	pastView // commands in steps
	views
)

// show hands over what pages look at, as far as there is time and room. The view that has had the least time is first: one
// that has to wait until there is time for it keeps later ones from taking that time.
func (g *game) show(want *wants, began time.Time) {
	if len(want.agents) > 0 {
		g.chooser.ask(want.agents...)
	}
	for _, view := range g.turns.Order() {
		if g.waits(false) {
			break // a person waits for it
		}
		job := g.dueView(view, want, began)
		if job == nil {
			continue
		}
		if !g.budget.affords(job, began) {
			break
		}
		from := g.budget.now()
		switch view {
		case agentView:
			g.offerCopy(want.agents)
			job.done(from, g.budget.now(), g.w.Frame(), g.changes)
		case mapView:
			g.draw(g.w.Frame(), g.changes)
		case listView:
			g.look(began)
		case pastView:
			g.goOn(began, func(k commandKind) bool { return k == aPart })
		}
		g.turns.Took(view, g.budget.now().Sub(from))
	}
	if g.checkpoints != nil && want.pages {
		// A save is rare and slow. Checkpoints limit its share of the time themselves.
		from, began := g.budget.now(), time.Now()
		g.complain(g.checkpoints.Keep())
		g.saving = g.budget.now().Sub(from)
		g.budget.forgive(g.saving)
		g.meter.Spend(meter.Saving, time.Since(began)) // it may use several goroutines
	}
}

// dueView returns the job of a view that pages want, that has something new, and for which the server has room; else nil.
func (g *game) dueView(view int, want *wants, began time.Time) *job {
	frame, changes := g.w.Frame(), g.changes
	switch view {
	case agentView:
		if len(want.agents) > 0 && g.watchJob.due(copiedEvery, began, frame, changes) && len(g.link.copies) == 0 {
			return &g.watchJob
		}
	case mapView:
		switch {
		case g.o.Scene == nil, frame == 0 && !want.scene, len(g.link.blank) == 0:
		case want.scene && !g.sceneJob.due(sceneEvery, began, frame, changes):
		// Now and then it is drawn for pages that will look into the past: that takes a hundredth of the time at most.
		case !want.scene && (frame == g.sceneJob.frame || !g.sceneJob.rested(sceneSeldom, began)):
		default:
			return &g.sceneJob
		}
	case listView:
		wanted := want.index || want.pages && g.o.Names.NameOf != nil && !g.scan.whole // an agent without a name has none then
		if wanted && (g.scan.running || g.scanJob.due(scanEvery, began, frame, changes)) && (g.scan.batch != nil || len(g.link.empty) > 0) {
			return &job{takes: g.scanJob.takes}
		}
	case pastView:
		if g.waits(true) {
			return &g.jobs[aPart]
		}
	}
	return nil
}

// offerCopy hands over a copy of the recordings of watched agents.
func (g *game) offerCopy(agents []world.AgentID) {
	c := &copied{frame: g.w.Frame(), changes: g.changes, agents: agents, recording: g.recorder.Recording(agents...), holds: map[world.AgentID]held{}, missing: map[world.AgentID]string{}}
	for _, id := range agents {
		if m := g.members.of(g.w, id); m != nil {
			c.holds[id] = heldOf(m.Holds(uint64(id)))
		}
		if c.recording.Bytes(id) == 0 {
			c.missing[id] = g.members.unrecorded(g.w, id)
		}
	}
	select {
	case g.link.copies <- c:
	default: // the server is behind
	}
}

// draw lets the game draw its world.
func (g *game) draw(frame uint64, changes int) {
	var m *Map
	select {
	case m = <-g.link.blank:
	default:
		return // the last maps are still being sent
	}
	from := g.budget.now()
	m.begin(frame, g.w.Time(), g.worlds)
	if err := m.drawn(g.o.Scene); err != nil {
		g.complain(err)
		g.o.Scene = nil
	}
	g.sceneJob.done(from, g.budget.now(), frame, changes)
	select {
	case g.link.scenes <- m:
	default: // impossible: there are no more maps than room
	}
}

// complain reports an error that no request caused to all pages.
func (g *game) complain(err error) {
	if err == nil {
		return
	}
	g.erred++
	g.errors = append(g.errors, err.Error())
	if len(g.errors) > 8 {
		g.errors = g.errors[1:]
	}
}

// tell publishes the status of the world if it has changed and the last time is long enough ago.
func (g *game) tell(now time.Time) {
	s := status{
		frame: g.w.Frame(), time: g.w.Time(), agents: g.members.agents, changes: g.changes, control: g.control, turns: g.controlled,
		worlds: g.worlds, erred: g.erred, seed: g.w.Seed(),
	}
	s.control.Frame = s.frame
	old := &g.told
	urgent := s.turns != old.turns || s.worlds != old.worlds || s.erred != old.erred || s.changes != old.changes || g.spy.Turns() != old.spied
	if !urgent && (s.frame == old.frame && s.agents == old.agents || now.Sub(g.toldAt) < toldEvery) {
		return
	}
	s.spied, s.points = g.spy.Turns(), g.spy.List()
	s.rate, s.errors = g.rate.value, append([]string(nil), g.errors...)
	g.told, g.toldAt = s, now
	g.link.status.Store(&s)
	g.link.ring()
}

// takeCensus lists the members of the world.
func (g *game) takeCensus() {
	news, err := g.members.list(g.w)
	g.complain(err)
	changed := g.choose()
	g.estimate()
	if changed || news {
		g.link.census.Store(&census{crowds: g.members.crowds()})
		g.link.ring()
	}
}

// rate averages the frames that the world makes in a second.
type rate struct {
	frame  uint64
	since  time.Time
	frames int
	value  float64
}

func (r *rate) add(frame uint64, now time.Time) {
	if frame > r.frame && r.frame > 0 {
		r.frames += int(frame - r.frame)
	}
	r.frame = frame
	switch gone := now.Sub(r.since); {
	case r.since.IsZero():
		r.since = now
	case gone >= time.Second/2:
		r.value, r.frames, r.since = float64(r.frames)/gone.Seconds(), 0, now
	}
}

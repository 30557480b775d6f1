package inspect

import (
	"cmp"
	"time"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

var key engine.Key

// How often pages are told, at most.
const (
	toldEvery   = time.Second / 20
	sceneEvery  = time.Second / 20
	copiedEvery = time.Second / 10
	scanEvery   = time.Second / 20
	censusEvery = time.Second / 4
)

// game is the inspector's side in the goroutine that ticks. All of it belongs to that goroutine, but for link and forest.
type game struct {
	o           Options
	w           *world.World
	link        *link
	registry    *registry
	recorder    *history.Recorder
	checkpoints *history.Checkpoints // nil without Options.Game
	members     members
	scan        scan
	spy         *spy
	budget      budget
	jobs        [commandKinds]job
	sceneJob    job
	watchJob    job
	scanJob     job
	censusJob   job
	chooser     chooser
	record      history.Options
	postponed   []*command // copies that were not affordable yet
	control     wire.Control
	steps       int     // frames to make while paused
	owed        float64 // frames, by the speed
	turns       int
	changes     int
	worlds      int
	told        status // what was told last
	toldAt      time.Time
	want        *wants
	rate        rate
	errors      []string
	erred       int
	closed      bool
}

func newGame(w *world.World, o Options, l *link, r *registry) *game {
	g := &game{o: o, link: l, registry: r, control: wire.Control{Speed: 1}}
	g.budget.now = time.Now
	g.spy = newSpy(o.Names)
	g.lookAt(w)
	return g
}

// lookAt begins with a world.
func (g *game) lookAt(w *world.World) {
	g.members.release()
	record := g.o.Record
	if record.Agents == 0 {
		record.Agents = agentsRecorded
	}
	record.Title = cmp.Or(record.Title, g.o.Title)
	if named(record.Names) == 0 {
		record.Names = g.o.Names
	}
	limit := record.Agents
	record.Agents += maxAsked
	g.w, g.record, g.recorder, g.chooser = w, record, history.New(record), chooser{limit: limit}
	if g.o.Game != nil {
		g.checkpoints = history.NewCheckpoints(w, g.o.Game, g.o.Checkpoints)
	}
	g.members = members{registry: g.registry, recorder: g.recorder}
	g.scan.begin(nil)
	g.spy.forget()
	g.worlds++
	g.control.Stopped = nil
	g.takeCensus()
	g.tell(time.Time{})
}

func (g *game) close() {
	if g.closed {
		return
	}
	g.closed = true
	g.members.release()
}

// between does what there is to do between frames, and returns how many of them the game should make.
func (g *game) between() (frames int) {
	began := g.budget.begin()
	g.obey(began)
	if g.spy.pointed() != g.members.spied {
		if g.spy.pointed() {
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
	if want != g.want { // somebody looks at something else: show it though nothing has happened
		g.want = want
		g.sceneJob.again, g.watchJob.again = true, true
	}
	if want.pages {
		g.show(want, began)
	}
	g.tell(began)
	frames = g.due()
	g.budget.end(began)
	return frames
}

// due is how many frames to make now.
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
	if hit := g.spy.take(); hit != nil {
		g.chooser.ask(world.AgentID(hit.Agent))
		g.control.Stopped = hit
		g.steps = 0
		g.turn(true)
	}
}

// pause stops the world or has it go on.
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
	g.turns++
}

// show hands pages what they look at, as far as there is time and room.
func (g *game) show(want *wants, began time.Time) {
	frame, changes := g.w.Frame(), g.changes
	if len(want.agents) > 0 {
		g.chooser.ask(want.agents...)
		if g.watchJob.due(copiedEvery, began, frame, changes) && len(g.link.copies) == 0 && g.budget.affords(&g.watchJob, began) {
			from := g.budget.now()
			g.offerCopy(want.agents)
			g.watchJob.done(from, g.budget.now(), frame, changes)
		}
	}
	if want.scene && g.o.Scene != nil && g.sceneJob.due(sceneEvery, began, frame, changes) && g.budget.affords(&g.sceneJob, began) {
		g.draw(frame, changes)
	}
	if want.index {
		g.look(began)
	}
	if g.checkpoints != nil {
		// A save takes long and is seldom. Checkpoints see to their share themselves; the budget is not for them.
		from := g.budget.now()
		g.complain(g.checkpoints.Keep())
		g.budget.forgive(g.budget.now().Sub(from))
	}
}

// offerCopy hands over what is recorded of the agents that are watched.
func (g *game) offerCopy(agents []world.AgentID) {
	c := &copied{frame: g.w.Frame(), changes: g.changes, agents: agents, recording: g.recorder.Recording(agents...), holds: map[world.AgentID]held{}}
	for _, id := range agents {
		if m := g.members.of(g.w, id); m != nil {
			c.holds[id] = heldOf(m.Holds(uint64(id)))
		}
	}
	select {
	case g.link.copies <- c:
	default: // the server is behind; it had room when we asked, and only we fill it
	}
}

// draw has the game draw its world.
func (g *game) draw(frame uint64, changes int) {
	var m *Map
	select {
	case m = <-g.link.blank:
	default:
		return // the last ones are still being sent
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
	default: // cannot be: there are no more maps than room
	}
}

// complain has pages told of an error that no request is to blame for.
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

// tell hands over how the world goes, if that has changed and it is time.
func (g *game) tell(now time.Time) {
	s := status{
		frame: g.w.Frame(), time: g.w.Time(), agents: g.members.agents, changes: g.changes, control: g.control, turns: g.turns,
		worlds: g.worlds, erred: g.erred,
	}
	s.control.Frame = s.frame
	old := &g.told
	urgent := s.turns != old.turns || s.worlds != old.worlds || s.erred != old.erred || s.changes != old.changes || g.spy.turns != old.spied
	if !urgent && (s.frame == old.frame && s.agents == old.agents || now.Sub(g.toldAt) < toldEvery) {
		return
	}
	s.spied, s.points = g.spy.turns, g.spy.list()
	s.rate, s.spent, s.errors = g.rate.value, g.budget.spent, append([]string(nil), g.errors...)
	g.told, g.toldAt = s, now
	g.link.status.Store(&s)
	g.link.ring()
}

// takeCensus looks who there is.
func (g *game) takeCensus() {
	news, err := g.members.list(g.w)
	g.complain(err)
	if g.choose() || news {
		g.link.census.Store(&census{crowds: g.members.crowds(), chosen: g.chooser.chosen})
		g.link.ring()
	}
}

// rate is how many frames the world makes in a second, as an average.
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

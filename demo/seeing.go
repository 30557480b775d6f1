package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/inspect"
	"github.com/decidertree/decidertree/profile"
	"github.com/decidertree/decidertree/world"
)

// Memory for recordings, in bytes: all creatures together take about budget. Each takes at least leastEach, which holds a
// few seconds of a busy creature, and at most mostEach, which holds many minutes.
const (
	budget    = 64 << 20
	leastEach = 4 << 10
	mostEach  = 1 << 20
)

// recordOptions returns the limits for a field that begins with a number of grazers and may grow to twice as many.
func recordOptions(agents int) history.Options {
	return history.Options{
		BytesEach: min(max(budget/(2*agents), leastEach), mostEach), Title: "decidertree demo", Names: names,
	}
}

// seeing observes a simulation: by the inspector, or by a recorder alone.
type seeing struct {
	inspector *inspect.Inspector // nil for none
	profile   *profile.Profile   // that the inspector shows
	recorder  *history.Recorder  // where there is no inspector, which has its own; nil for none
	agents    int                // that the field begins with
	file      string             // to write a recording to; "" for none
}

// lookAt begins to observe a simulation as the flags say. s returns the running simulation.
func lookAt(cfg config, s func() *sim.Sim) (*seeing, error) {
	to := &seeing{agents: cfg.agents, file: cfg.record}
	var err error
	switch {
	case cfg.inspect != "":
		to.profile = profile.New(profile.Options{Share: 0.005}) // with the inspector, which takes some more
		to.inspector, err = inspect.Serve(cfg.inspect, s().World, inspect.Options{
			Title: "decidertree demo", Names: names,
			Scene:  inspect.SceneFunc(func(m *inspect.Map) { drawScene(m, s()) }),
			Game:   hooks(s),
			Record: recordOptions(cfg.agents), Profile: to.profile,
		})
		if err != nil {
			return nil, fmt.Errorf("the inspector: %w; -inspect-addr has it listen elsewhere, -no-inspect leaves it out", err)
		}
		err = s().Profile(to.profile)
	case cfg.record != "":
		err = to.follow(s())
	}
	return to, err
}

// follow switches to another simulation.
func (l *seeing) follow(s *sim.Sim) error {
	if l.inspector != nil {
		l.inspector.LookAt(s.World)
		return s.Profile(l.profile)
	}
	if l.file == "" {
		return nil
	}
	l.recorder = history.New(recordOptions(l.agents))
	return s.Record(l.recorder)
}

// url returns the inspector's address; "" for none.
func (l *seeing) url() string {
	if l.inspector == nil {
		return ""
	}
	return l.inspector.URL()
}

// recording returns the recording of all creatures; nil if there is none.
func (l *seeing) recording() *history.Recording {
	switch {
	case l.inspector != nil:
		return l.inspector.Recording()
	case l.recorder != nil:
		return l.recorder.Recording()
	}
	return nil
}

// save writes the recording to the file of -record.
func (l *seeing) save() error {
	rec := l.recording()
	if rec == nil || l.file == "" {
		return nil
	}
	return writeFile(l.file, func(w *bufio.Writer) error { return rec.Save(w) })
}

// writeRecording handles the key r.
func (a *app) writeRecording() {
	switch err := a.seeing.save(); {
	case a.seeing.file == "":
		a.say("there is no file to record to: begin with -record FILE")
	case err != nil:
		a.say("not recorded: %v", err)
	default:
		a.say("recorded: go run ./cmd/decidertree view %s", a.seeing.file)
	}
}

// end stops the observation.
func (l *seeing) end() error {
	if l.inspector == nil {
		return nil
	}
	return l.inspector.Close()
}

// hooks saves and loads the simulation for forks.
type hooks func() *sim.Sim

var _ history.Freezer = hooks(nil)

// Save writes the running simulation.
func (h hooks) Save(to io.Writer) error { return h().Save(to) }

// Freeze copies the running simulation.
func (h hooks) Freeze(room history.Frozen) (history.Frozen, error) {
	old, _ := room.(*sim.Frozen)
	return h().Freeze(old)
}

// Load makes another simulation. One goroutine ticks it, so that the one on the screen keeps its pace.
func (h hooks) Load(from io.Reader) (history.Run, error) {
	s, lost, err := sim.Load(from, sim.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	if len(lost.Lost) > 0 {
		return nil, errors.New("minds have changed since it was saved")
	}
	return branch{s}, nil
}

// branch is the simulation of a fork.
type branch struct{ *sim.Sim }

var (
	_ history.Reseeder = branch{}
	_ inspect.Scene    = branch{}
)

// Scene draws it, so that the inspector's map shows where creatures of a fork are.
func (b branch) Scene(m *inspect.Map) { drawScene(m, b.Sim) }

// World returns its world.
func (b branch) World() *world.World { return b.Sim.World }

// outside applies a user's action to the simulation. Forks repeat it.
func (l *seeing) outside(s *sim.Sim, do func(*sim.Sim)) {
	do(s)
	if l.inspector != nil {
		l.inspector.Note(func(b *history.Branch) error {
			do(b.Run().(branch).Sim)
			return nil
		})
	}
}

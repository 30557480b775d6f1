package main

import (
	"errors"
	"math"
	"os"
	"strings"
	"time"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// speeds are the selectable speeds, in simulated seconds per second.
var speeds = [...]float64{0.25, 0.5, 1, 2, 4, 8, 16, 32}

const realTime = 2 // of speeds

// app is the demo on a terminal.
type app struct {
	cfg      config
	sim      *sim.Sim
	output   *debugprint.Output
	log      recent
	canvas   canvas
	selected world.AgentID
	pace     int // of speeds
	paused   bool
	help     bool
	owed     float64 // seconds of simulation due
	end      float64 // when the picture ends, on the world's clock
	state    []byte  // the tooltip, kept for its room
	frame    []byte
	failed   int    // agents' ticks with an error so far
	kept     []byte // the world as it was kept; nil for none
	spent    spent
	seeing   *seeing
}

// spent is the average time of the last frames; zero until the picture runs.
type spent struct{ minds, step, draw time.Duration }

func (s *spent) add(minds, step, draw time.Duration) {
	if *s == (spent{}) {
		*s = spent{minds, step, draw}
	}
	s.minds += (minds - s.minds) / 16
	s.step += (step - s.step) / 16
	s.draw += (draw - s.draw) / 16
}

func newApp(cfg config) (*app, error) {
	a := &app{cfg: cfg, pace: realTime, seeing: &seeing{}}
	a.output = &debugprint.Output{W: &a.log, Names: names}
	s, err := begin(cfg, watching(cfg, a.output), &a.log)
	if err != nil {
		return nil, err
	}
	a.sim = s
	a.selectAgent(world.AgentID(cfg.agent))
	if cfg.agent == 0 {
		a.seek()
	}
	if cfg.load != "" {
		a.remember()
	}
	a.end = math.Inf(1)
	if cfg.seconds >= 0 {
		a.end = s.World.Time() + cfg.seconds
	}
	return a, nil
}

// live runs the picture until the user quits or the time is over, and then saves the world and the recording if flags
// ask for it.
func live(a *app, t *terminal) error {
	if err := a.run(t); err != nil {
		return err
	}
	err := a.seeing.save()
	if a.cfg.save != "" {
		err = errors.Join(err, save(a.sim, a.cfg.save))
	}
	return err
}

func (a *app) run(t *terminal) error {
	a.canvas.colours = coloursOf(os.Getenv)
	a.canvas.resize(t.size())
	every := time.Second / time.Duration(a.cfg.fps)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	keys := t.keys
	var stepped time.Duration
	for {
		select {
		case e := <-t.signals:
			switch e {
			case quitting:
				return nil
			case suspended:
				t.suspend()
			}
			a.canvas.resize(t.size())
		case k, open := <-keys:
			if !open {
				keys = nil // no more keys: the picture goes on until a signal or its time is over
			} else if a.press(k) {
				return nil
			}
			continue // several keys may wait; the next picture shows them all
		case <-ticker.C:
			began := time.Now()
			if a.advance(every) {
				return nil
			}
			stepped = time.Since(began)
		}
		began := time.Now()
		a.draw()
		a.frame = a.canvas.appendFrame(a.frame[:0])
		if _, err := t.Write(a.frame); err != nil {
			return err
		}
		a.spent.add(a.sim.Minds.Took, stepped, time.Since(began))
	}
}

// advance simulates the time since the last picture, but never works longer than that time: a field that is too large
// for the chosen speed runs slower.
func (a *app) advance(frame time.Duration) (over bool) {
	if a.isPaused() {
		return a.seeing.inspector != nil && a.frames() // none, unless the page steps
	}
	a.owed += frame.Seconds() * a.speed()
	for began := time.Now(); a.owed >= sim.DT; {
		if a.frames() {
			return true
		}
		if a.owed -= sim.DT; time.Since(began) > frame {
			a.owed = 0
		}
	}
	return false
}

// frames simulates one frame, or as many as the inspector asks for: none while the world is paused.
func (a *app) frames() (over bool) {
	for range a.seeing.inspector.Frame() {
		if a.step() {
			return true
		}
	}
	return false
}

// isPaused and pause use the inspector's state, if there is an inspector, so that its page and the keys agree.
func (a *app) isPaused() bool {
	if a.seeing.inspector != nil {
		return a.seeing.inspector.Paused()
	}
	return a.paused
}

func (a *app) pause(paused bool) {
	a.paused = paused
	if a.seeing.inspector != nil {
		a.seeing.inspector.Pause(paused)
	}
}

// step simulates one frame. A creature's error does not stop the others: it is shown and counted.
func (a *app) step() (over bool) {
	if err := a.sim.Step(); err != nil {
		a.failed += max(a.sim.Minds.Failed, 1)
		line, _, _ := strings.Cut(err.Error(), "\n")
		_, _ = a.log.Write([]byte(line)) // which cannot fail
	}
	a.seek()
	return a.sim.World.Time() >= a.end
}

// press handles a key and reports whether the program should quit.
func (a *app) press(k key) (quit bool) {
	switch k {
	case 'q', 'Q', 3: // 3 is ctrl-C where it comes as a key
		return true
	case ' ':
		a.pause(!a.isPaused())
	case 's', '.':
		a.pause(true)
		return a.step()
	case '\t', 'n', keyRight, keyDown:
		a.choose(1, func(*sim.Being) bool { return true })
	case keyBackTab, 'p', keyLeft, keyUp:
		a.choose(-1, func(*sim.Being) bool { return true })
	case 'h':
		a.choose(1, func(b *sim.Being) bool { return b.Species == nest.Predator })
	case 'b':
		a.ahead(12, func(s *sim.Sim, at nest.Vec) { s.Bang(at) })
	case 't':
		a.ahead(4, func(s *sim.Sim, at nest.Vec) { s.PutToy(sim.ToyKind(len(s.Toys())%len(toys)), at) })
	case '+', '=':
		a.pace = min(a.pace+1, len(speeds)-1)
	case '-':
		a.pace = max(a.pace-1, 0)
	case '0', '1', '2', '3', '4', '5':
		a.cfg.level = event.Level(k - '0')
		a.selectAgent(a.selected)
	case 'w':
		a.keep()
	case 'l':
		a.goBack()
	case 'r':
		a.writeRecording()
	case '?':
		a.help = !a.help
	}
	return false
}

// ahead calls a function with a place at a distance ahead of the selected creature.
func (a *app) ahead(metres float64, do func(*sim.Sim, nest.Vec)) {
	if b := a.current(); b != nil {
		at := b.Body.Pos.Add(b.Body.Facing.Times(metres))
		a.seeing.outside(a.sim, func(s *sim.Sim) { do(s, at) })
	}
}

// speed returns the simulated seconds per second.
func (a *app) speed() float64 { return speeds[a.pace] }

// current returns the selected creature; nil if none is left.
func (a *app) current() *sim.Being {
	b, _ := a.sim.Being(a.selected)
	return b
}

// choose selects the next creature that fits, forward or back from the selected one.
func (a *app) choose(step int, fits func(*sim.Being) bool) {
	all := a.sim.Beings()
	at := -1
	for i, b := range all {
		if b.ID == a.selected {
			at = i
		}
	}
	if at < 0 && step < 0 {
		at = 0
	}
	for range all {
		if at = (at + step + len(all)) % len(all); fits(all[at]) {
			a.selectAgent(all[at].ID)
			return
		}
	}
}

// many is the number of creatures from which debug output of all would be unreadable.
const many = 500

// seek selects another creature if the selected one is gone.
func (a *app) seek() {
	if a.current() == nil {
		a.choose(1, func(*sim.Being) bool { return true })
	}
}

// selectAgent selects a creature. From level 3 on, or with many creatures, only its debug output is shown.
func (a *app) selectAgent(id world.AgentID) {
	a.selected = id
	a.output.Level, a.output.Agent = a.cfg.level, world.AgentID(a.cfg.agent)
	if a.cfg.level >= 3 || len(a.sim.Beings()) >= many {
		a.output.Agent = id
	}
	_ = a.sim.Observe(watching(a.cfg, a.output)) // anew: the level of some has changed. Nobody ticks now, so it cannot fail
}

// recent keeps the last lines written to it.
type recent struct {
	lines [64]string
	count int
}

// Write appends a line; debugprint writes one at a time.
func (r *recent) Write(p []byte) (int, error) {
	r.lines[r.count%len(r.lines)] = strings.TrimSuffix(string(p), "\n")
	r.count++
	return len(p), nil
}

// last returns up to n lines, the newest last.
func (r *recent) last(n int) (lines []string) {
	n = min(n, r.count, len(r.lines))
	for i := r.count - n; i < r.count; i++ {
		lines = append(lines, r.lines[i%len(r.lines)])
	}
	return lines
}

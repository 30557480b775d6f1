package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/event"
)

// watching returns the observer of all minds: none at level 0, which for an Output is the default.
func watching(cfg config, output *debugprint.Output) event.Observer {
	if cfg.level == 0 {
		return nil
	}
	return output
}

// begin makes a new simulation or loads one, as the flags say. It writes to notes what a loaded simulation has lost
// because minds have changed since.
func begin(cfg config, watch event.Observer, notes io.Writer) (*sim.Sim, error) {
	o := sim.Options{Seed: cfg.seed, Agents: cfg.agents, Workers: cfg.workers, Watch: watch}
	if cfg.load == "" {
		return sim.New(o)
	}
	f, err := os.Open(cfg.load)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, lost, err := sim.Load(bufio.NewReader(f), o)
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", cfg.load, err)
	}
	for _, l := range lost.Lost {
		fmt.Fprintf(notes, "lost: %v\n", l)
	}
	return s, nil
}

// save writes a simulation to a file.
func save(s *sim.Sim, name string) error {
	return writeFile(name, func(w *bufio.Writer) error { return s.Save(w) })
}

// writeFile writes a file. An existing file is replaced only when the new one is complete.
func writeFile(name string, write func(*bufio.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	err = errors.Join(write(w), w.Flush(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("saving %s: %w", name, err)
	}
	return nil
}

// remember keeps a copy of the present world.
func (a *app) remember() {
	var b bytes.Buffer
	if err := a.sim.Save(&b); err != nil {
		a.say("not kept: %v", err)
		return
	}
	a.kept = b.Bytes()
	a.say("kept: %d creatures at %.1f s, %d bytes", len(a.sim.Beings()), a.sim.World.Time(), len(a.kept))
}

// keep remembers the world and writes it to the file of -save, if there is one.
func (a *app) keep() {
	if a.remember(); a.cfg.save != "" {
		if err := save(a.sim, a.cfg.save); err != nil {
			a.say("%v", err)
		}
	}
}

// goBack restores the world that was kept last, or the one that -load began with.
func (a *app) goBack() {
	if a.kept == nil {
		a.say("nothing is kept to go back to: press w first")
		return
	}
	s, _, err := sim.Load(bytes.NewReader(a.kept), sim.Options{Workers: a.cfg.workers, Watch: watching(a.cfg, a.output)})
	if err != nil {
		a.say("not loaded: %v", err)
		return
	}
	a.sim, a.owed = s, 0
	if err := a.seeing.follow(s); err != nil {
		a.say("not recorded: %v", err)
	}
	a.say("back at %.1f s", s.World.Time())
	a.selectAgent(a.selected)
	a.seek()
}

// say prints a message where the debug output goes.
func (a *app) say(format string, args ...any) { fmt.Fprintf(&a.log, format, args...) }

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/world"
)

// names are the names of flags, in the order of package nest, and of creatures.
var names = debugprint.Names{
	Decision: debugprint.BitNames{"Dead", "Young", "Hungry", "Starving", "Sated", "Tired", "Hurt", "Night", "AtHome", "EnemySeen"},
	Stimuli: debugprint.BitNames{"HitTaken", "HelpWanted", "GrowlHeard", "NoiseHeard", "InvitedToPlay", "Winded",
		"Enraged", "Cried", "Laid", "Played", "Mobbing", "Mobbed"},
	Behavior: debugprint.BitNames{"ToTheDeath", "Nocturnal", "ToFood", "Flip", "Roll", "Dance"},
	NameOf:   nest.NameOf,
}

// plain runs without a picture and prints debug output, then the final state of all creatures. With an inspector it runs
// in real time until it is interrupted.
func plain(cfg config, stdout, stderr io.Writer) error {
	w := bufio.NewWriterSize(stdout, 1<<16)
	output := &debugprint.Output{Level: cfg.level, Agent: world.AgentID(cfg.agent), W: w, Names: names}
	s, err := begin(cfg, watching(cfg, output), w)
	if err != nil {
		return err
	}
	see, err := lookAt(cfg, func() *sim.Sim { return s })
	if err != nil {
		return err
	}
	step := func() error { return errors.Join(s.Step(), output.Err()) }
	if see.inspector == nil {
		err = atOnce(cfg, step)
	} else {
		fmt.Fprintf(stderr, "inspector: %s\n", see.url())
		err = byTheClock(cfg, see, func() error { return errors.Join(step(), w.Flush()) })
	}
	if err = errors.Join(err, see.save(), see.end()); err != nil {
		_ = w.Flush()
		return err
	}
	grazers, hunters := s.Living()
	if cfg.level > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "seed %d, %.3f s: day %d, %s, %d grazers and %d hunters live\n%v\n",
		s.World.Seed(), s.World.Time(), s.Day.Number, s.Day.Clock(), grazers, hunters, s.Stats)
	shown := 0
	for _, b := range s.Beings() {
		if cfg.agent == 0 || uint64(b.ID) == cfg.agent {
			fmt.Fprintf(w, "\n%s\n%s\n", describe(b), names.DebugPrintState(s.Mind(b), debugprint.ActivePath))
			shown++
		}
	}
	if shown == 0 && cfg.agent != 0 {
		fmt.Fprintf(w, "\n#%d is not in the field\n", cfg.agent)
	}
	if cfg.save != "" {
		if err := save(s, cfg.save); err != nil {
			return err
		}
	}
	return w.Flush()
}

// atOnce runs as fast as possible.
func atOnce(cfg config, step func() error) error {
	if cfg.seconds < 0 {
		cfg.seconds = plainSeconds
	}
	for range int(cfg.seconds/sim.DT + 0.5) {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// frameTime is the real time of a frame.
const frameTime = time.Second / (1 / sim.DT)

// byTheClock runs at the speed set on the inspector's page, until the time is over or ctrl-C.
func byTheClock(cfg config, see *seeing, step func() error) error {
	ctx, done := signal.NotifyContext(context.Background(), os.Interrupt)
	defer done()
	ticker := time.NewTicker(frameTime)
	defer ticker.Stop()
	for frames := 0; cfg.seconds < 0 || frames < int(cfg.seconds/sim.DT+0.5); frames++ {
		for range see.inspector.Frame() {
			if err := step(); err != nil {
				return err
			}
		}
		if cfg.unpaced && !see.inspector.Paused() {
			if ctx.Err() != nil {
				return nil
			}
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
	return nil
}

// describe returns a line about a creature: shares in percent, its place in metres.
func describe(b *sim.Being) string {
	who, body := "hunter", &b.Body
	if b.Species == nest.Grazer {
		who = fmt.Sprintf("grazer of nest %d", b.Home)
		if body.Age < nest.AdultAge {
			who = "young " + who
		}
	}
	return fmt.Sprintf("%s %s, %s: health %.0f food %.0f energy %.0f breath %.0f boredom %.0f, at %.1f %.1f",
		names.Agent(b.ID), who, b.Intent.Pose, 100*body.Health, 100*body.Fullness, 100*body.Energy, 100*body.Breath, 100*body.Boredom,
		body.Pos.X, body.Pos.Y)
}

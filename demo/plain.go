package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/world"
)

// names are what flags print by; package nest declares them in this order.
var names = debugprint.Names{
	Decision: debugprint.BitNames{"Dead", "Young", "Hungry", "Starving", "Sated", "Tired", "Hurt", "Night", "AtHome", "EnemySeen"},
	Stimuli: debugprint.BitNames{"HitTaken", "HelpWanted", "GrowlHeard", "NoiseHeard", "InvitedToPlay", "Winded",
		"Enraged", "Cried", "Laid", "Played", "Mobbing", "Mobbed"},
	Behavior: debugprint.BitNames{"ToTheDeath", "Nocturnal", "ToFood", "Flip", "Roll", "Dance"},
}

// plain runs without a picture and prints debug output as it comes, then what became of everybody.
func plain(cfg config, stdout io.Writer) error {
	w := bufio.NewWriterSize(stdout, 1<<16)
	output := &debugprint.Output{Level: cfg.level, Agent: world.AgentID(cfg.agent), W: w, Names: names}
	s, err := begin(cfg, output, w)
	if err != nil {
		return err
	}
	frames := int(cfg.seconds/sim.DT + 0.5)
	for range frames {
		if err := s.Step(); err != nil {
			_ = w.Flush()
			return err
		}
		if output.Err() != nil {
			return output.Err()
		}
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

// describe says in a line who somebody is and how they are; shares in percent, the place in metres.
func describe(b *sim.Being) string {
	who, body := "hunter", &b.Body
	if b.Species == nest.Grazer {
		who = fmt.Sprintf("grazer of nest %d", b.Home)
		if body.Age < nest.AdultAge {
			who = "young " + who
		}
	}
	return fmt.Sprintf("#%d %s, %s: health %.0f food %.0f energy %.0f breath %.0f boredom %.0f, at %.1f %.1f",
		b.ID, who, b.Intent.Pose, 100*body.Health, 100*body.Fullness, 100*body.Energy, 100*body.Breath, 100*body.Boredom,
		body.Pos.X, body.Pos.Y)
}

// Command demo shows a field of creatures whose minds are the trees of package nest.
//
//	go run ./demo
//
// On a terminal it is a live picture: a letter for each creature, chosen and coloured by its activity, below it the
// selected creature's mind (DebugPrintState) and the last transitions of all. Press ? for the keys. Elsewhere, or with
// -plain, it simulates a minute as fast as it can and prints every transition, then the state of all creatures. The
// same seed prints the same bytes.
//
//	go run ./demo -agents 20000
//
// runs twenty thousand creatures on all processors, on two of them at 30 frames a second; the bottom line shows how many
// minds were ticked and how long it took. The flags -save and -load, and the keys w and l, save a running world and
// continue it.
//
// The demo prints the address of the inspector's page, which shows every mind in a browser, at present and in the past, and
// can fork a past moment. Only this machine can reach the page; -no-inspect turns it off. -record FILE writes the recording
// to a file for go run ./cmd/decidertree. With -plain -inspect-addr 127.0.0.1:0 there is only the page, and the simulation
// runs in real time until ctrl-C. -film FILE writes the picture as an animated SVG; docs/demo.svg was made so.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/event"
)

// plainSeconds is the default duration of a run without a picture.
const plainSeconds = 60

// loopback is any free port of this machine; other machines cannot reach it.
const loopback = "127.0.0.1:0"

const usage = `Usage: demo [flags]

Creatures that guard, flee, call, fight, eat, carry, play, sleep and die, all minding one tree.

`

// config holds the flags.
type config struct {
	seed      uint64
	seconds   float64 // of simulated time; less than 0 for no end
	agents    int
	workers   int
	level     event.Level
	agent     uint64 // 0 for all
	fps       int
	plain     bool
	unpaced   bool
	save      string // file; "" for none
	load      string
	film      string
	skip      float64 // seconds before the first shot of a film
	record    string
	inspect   string // address the inspector listens on; "" for none
	noInspect bool
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the program; it returns its exit code: 2 for bad flags, 1 for a failure, else 0.
func run(args []string, stdout, stderr io.Writer) int {
	cfg, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "demo: %v\nTry -h for the flags.\n", err)
		return 2
	}
	if cfg.film != "" {
		if err := makeFilm(cfg); err != nil {
			fmt.Fprintf(stderr, "demo: %v\n", err)
			return 1
		}
		return 0
	}
	if !cfg.plain {
		if t, err := openTerminal(stdout); err == nil {
			if err := runLive(cfg, t, stdout); err != nil {
				fmt.Fprintf(stderr, "demo: %v\n", err)
				return 1
			}
			return 0
		}
	}
	if err := plain(cfg, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "demo: %v\n", err)
		return 1
	}
	return 0
}

// runLive restores the terminal however the picture ends, even by a panic. It prints the inspector's address before and
// after, since the address shown in the picture vanishes with it.
func runLive(cfg config, t *terminal, stdout io.Writer) (err error) {
	defer t.close()
	if cfg.inspect == "" && !cfg.noInspect {
		cfg.inspect = loopback
	}
	a, err := newApp(cfg)
	if err != nil {
		return err
	}
	if a.seeing, err = lookAt(cfg, func() *sim.Sim { return a.sim }); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.seeing.end()) }()
	url := a.seeing.url()
	if url != "" {
		fmt.Fprintf(stdout, "inspector: %s\n", url)
	}
	if err := t.begin(); err != nil {
		return err
	}
	err = live(a, t)
	t.close()
	if url != "" {
		fmt.Fprintf(stdout, "the inspector was at %s\n", url)
	}
	return err
}

// parse parses the flags and writes help to w.
func parse(args []string, w io.Writer) (cfg config, err error) {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	level := 0
	flags.Uint64Var(&cfg.seed, "seed", 1, "of everything random; the same seed gives the same run")
	flags.Float64Var(&cfg.seconds, "seconds", 0, "how many seconds to simulate (default 60, on a terminal until you quit)")
	flags.IntVar(&cfg.agents, "agents", 24, "how many grazers there are at first; one hunter comes with each dozen")
	flags.IntVar(&cfg.workers, "workers", 0, "goroutines that tick minds; 0 is one for each processor. The run is the same")
	flags.IntVar(&level, "level", 1, "debug output: 0 none, 1 and 2 transitions, 3 to 5 every tick")
	flags.Uint64Var(&cfg.agent, "agent", 0, "whose debug output and state to show, by `ID`; 0 for everybody's")
	flags.IntVar(&cfg.fps, "fps", 30, "pictures a second on a terminal; simulation is the same at any rate")
	flags.StringVar(&cfg.save, "save", "", "the `FILE` to save the world to in the end, and when w is pressed")
	flags.StringVar(&cfg.load, "load", "", "the `FILE` to go on from; -seed and -agents are those it was saved with")
	flags.StringVar(&cfg.record, "record", "", "the `FILE` to write a recording to in the end, and when r is pressed: go run ./cmd/decidertree view FILE")
	flags.StringVar(&cfg.inspect, "inspect-addr", "", "the `ADDRESS` the inspector's page is served on (default 127.0.0.1:0, any free port; with -plain none)")
	flags.BoolVar(&cfg.noInspect, "no-inspect", false, "no inspector")
	flags.StringVar(&cfg.film, "film", "", "no picture; write one that moves to this SVG `FILE`, 10 seconds of it if -seconds says nothing else")
	flags.Float64Var(&cfg.skip, "skip", 0, "seconds to simulate before a film begins")
	flags.BoolVar(&cfg.plain, "plain", false, "no picture, also on a terminal")
	flags.BoolVar(&cfg.unpaced, "unpaced", false, "with -plain and -inspect-addr, simulate as fast as possible")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(w, usage)
			flags.SetOutput(w)
			flags.PrintDefaults()
		}
		return cfg, err
	}
	cfg.level = event.Level(level)
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	switch {
	case cfg.noInspect && cfg.inspect != "":
		return cfg, errors.New("-inspect-addr and -no-inspect are one too many")
	case flags.NArg() > 0:
		return cfg, fmt.Errorf("there are only flags, and %q is none", flags.Arg(0))
	case given["seconds"] && !(cfg.seconds >= 0 && cfg.seconds <= math.MaxInt32):
		return cfg, fmt.Errorf("-seconds must be 0 or more, not %v", cfg.seconds)
	case !(cfg.skip >= 0 && cfg.skip <= math.MaxInt32):
		return cfg, fmt.Errorf("-skip must be 0 or more, not %v", cfg.skip)
	case cfg.agents < 1 || cfg.agents > sim.MaxAgents:
		return cfg, fmt.Errorf("-agents must be from 1 to 100000, not %d", cfg.agents)
	case cfg.workers < 0 || cfg.workers > 1024:
		return cfg, fmt.Errorf("-workers must be from 0 to 1024, not %d", cfg.workers)
	case level < 0 || level > 5:
		return cfg, fmt.Errorf("-level must be from 0 to 5, not %d", level)
	case cfg.fps < 1 || cfg.fps > 240:
		return cfg, fmt.Errorf("-fps must be from 1 to 240, not %d", cfg.fps)
	}
	if !given["seconds"] {
		cfg.seconds = -1
	}
	return cfg, nil
}

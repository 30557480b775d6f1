// Command benchmark runs the Figure 1 tree of the Spore text in decidertree, in other Go libraries that are used for the
// purpose, and as a hand-written nested if, side by side in one process. It prints Markdown tables that compare them, and
// decidertree with its own targets.
//
//	cd benchmark && go run .                            one creature
//	cd benchmark && go run . -crowd                     a million creatures
//	cd benchmark && go run . -plot ../docs/crowd.svg    a thousand to a million, drawn
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 41, "how often each contender has its turn")
	round := flag.Duration("round", 10*time.Millisecond, "how long a turn is")
	crowd := flag.Bool("crowd", false, "measure crowds instead of one creature")
	agents := flag.Int("agents", 1_000_000, "how many creatures there are in a crowd")
	plot := flag.String("plot", "", "measure crowds of many sizes, up to -agents, and draw them into this SVG file")
	flag.Parse()
	if *rounds < 1 || *round <= 0 || *agents < smallest || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	switch {
	case *plot != "":
		c := measureCurves(*agents, *rounds, *round)
		check(os.WriteFile(*plot, c.svg(), 0o644))
		fmt.Print(c.markdown())
	case *crowd:
		r := newCrowds(*agents)
		measure(r.subjects(), *rounds, *round)
		fmt.Print(r.markdown())
	default:
		r := newReport()
		measure(r.subjects(), *rounds, *round)
		fmt.Print(r.markdown())
	}
}

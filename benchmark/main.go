// Command benchmark runs the Figure 1 tree of the Spore text through decidertree, the libraries a Go
// programmer would otherwise reach for, and a hand-written nested if, side by side in one process, and prints
// a Markdown table of how they compare and of where decidertree stands to its own targets.
//
//	cd benchmark && go run .
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
	flag.Parse()
	if *rounds < 1 || *round <= 0 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	r := newReport()
	measure(r.subjects(), *rounds, *round)
	fmt.Print(r.markdown())
}

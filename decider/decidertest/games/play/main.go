// Command play plays random games of the whole API for a time and prints those that fail, as small as it finds them.
//
//	go run ./decider/decidertest/games/play -for 2h
//	go run ./decider/decidertest/games/play -game 'seed=7'
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/decidertree/decidertree/decider/decidertest/games"
)

func main() {
	games.Child()
	long := flag.Duration("for", time.Minute, "how long to play")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano())>>20, "the first game's seed")
	text := flag.String("game", "", "play this game alone: a seed, or what a failure has printed")
	shrink := flag.Duration("shrink", time.Minute, "how long to look for a smaller game that fails")
	failures := flag.Int("failures", 3, "stop after so many failures")
	flag.Parse()
	if *text != "" {
		g, err := games.Parse(*text)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		if _, err := games.Play(g); err != nil {
			fmt.Println(games.Report(games.Shrink(g, *shrink)))
			os.Exit(1)
		}
		return
	}
	var all games.Stats
	failed, told := 0, time.Now()
	for end := time.Now().Add(*long); time.Now().Before(end) && failed < *failures; *seed++ {
		g := games.Random(*seed)
		s, err := games.Play(g)
		if errors.Is(err, games.ErrRefused) {
			continue
		}
		all.Add(s)
		if err != nil {
			failed++
			fmt.Printf("game %d: %v\n\nSmaller:\n%s\n", *seed, err, games.Report(games.Shrink(g, *shrink)))
		}
		if time.Since(told) > time.Minute {
			told = time.Now()
			fmt.Printf("%+v, %d failed\n", all, failed)
		}
	}
	fmt.Printf("%+v, %d failed\n", all, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

// Command ark simulates a field of rabbits in the ECS Ark (github.com/mlange-42/ark). Rabbits are entities with components;
// each entity with a Mind has an agent in a crowd.
//
//	cd examples/ark && go run .
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
)

func main() {
	rabbits := flag.Int("rabbits", 100_000, "how many there are at first")
	seconds := flag.Int("seconds", 20, "how long to go on")
	workers := flag.Int("workers", runtime.NumCPU(), "goroutines that tick minds")
	flag.Parse()
	if err := run(*rabbits, *seconds, *workers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(rabbits, seconds, workers int) error {
	f, err := NewField(rabbits, workers)
	if err != nil {
		return err
	}
	for range seconds * framesPerSecond {
		if err := f.Frame(); err != nil {
			return err
		}
		if f.frame%framesPerSecond == 0 {
			fmt.Println(f.Report)
		}
	}
	return nil
}

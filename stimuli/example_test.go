package stimuli_test

import (
	"fmt"

	"github.com/decidertree/decidertree/stimuli"
)

// Kinds are constants, so that a tree can name them and stay data. A Kind says what its stimuli carry.
const (
	WasHit stimuli.StimuliFlags = 1 << iota
	HelpWanted
	TiredOfPlaying
)

type Blow struct {
	From   int32
	Damage float32
}

const wasHit = stimuli.Kind[Blow](WasHit)

func Example() {
	set := stimuli.NewSet(8) // an agent's own

	_ = set.Add(wasHit.New(Blow{From: 3, Damage: 0.5}, 2)) // lives for 2 seconds
	_ = set.Add(stimuli.Note(TiredOfPlaying, 60))          // a note to oneself, without data

	if blow, ok := wasHit.Get(set); ok {
		fmt.Println("hit by", blow.From)
	}
	fmt.Println("may play:", stimuli.Check{None: TiredOfPlaying | HelpWanted}.Passes(set.Flags()))
	for range 3 {
		fmt.Printf("%03b\n", set.Update(1)) // once a frame
	}
	// Output:
	// hit by 3
	// may play: false
	// 101
	// 100
	// 100
}

func ExampleKind_All() {
	set := stimuli.NewSet(8)
	for from := range int32(3) {
		_ = set.Add(wasHit.New(Blow{From: from}, 1))
	}
	for blow := range wasHit.All(set) { // newest first
		fmt.Println("from", blow.From)
	}
	// Output:
	// from 2
	// from 1
	// from 0
}

func ExampleSet_Add() {
	var set stimuli.Set // holds 4
	for i := range 5 {
		if err := set.Add(stimuli.Note(WasHit, float64(5-i))); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(set.Add(stimuli.Note(WasHit|HelpWanted, 1)))
	// Output:
	// stimuli: set of 4 is full: dropped kind 0x1, the one nearest its end; give NewSet more room or shorter lives
	// stimuli: a stimulus needs exactly one kind bit, not 0x3: declare kinds as 1 << iota
}

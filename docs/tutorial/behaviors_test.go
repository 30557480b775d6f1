package main

import (
	"testing"

	"github.com/decidertree/decidertree/behavior"
)

// A test makes the Context by hand; it needs no tree.
func TestDiggingTakesThreeStrokes(t *testing.T) {
	c, b := &Context{Agent: &Mole{}}, &digBlock{}
	for _, want := range []behavior.Status{behavior.Running, behavior.Running, behavior.Success} {
		if got := dig.Tick(c, b); got != want {
			t.Errorf("after %d strokes: %v, want %v", b.Strokes, got, want)
		}
	}
}

func TestAnsweringLetsTheVisitorIn(t *testing.T) {
	mole := &Mole{}
	if err := mole.Stimuli.Add(knocked.New(Knock{Door: 0}, 1)); err != nil {
		t.Fatal(err)
	}
	if got := answerDoor.Tick(&Context{Agent: mole, Stimuli: &mole.Stimuli}); got != behavior.Success {
		t.Error(got)
	}
	if mole.Visitor != "shrew" {
		t.Errorf("let in %q", mole.Visitor)
	}
}

package history_test

import (
	"bytes"
	"fmt"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// A recording keeps the names of its agents, so a file needs no game to show them.
func ExampleRecording_Names() {
	names := map[world.AgentID]string{}
	w := world.New(world.Options{Seed: 1})
	flock, err := crowd.New(w, sheepTree(), crowd.Options[*sheep]{Name: "FLOCK", Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	recorder := history.New(history.Options{Names: debugprint.Names{
		NameOf: func(id world.AgentID) string { return names[id] },
	}})
	if err := flock.Record(recorder); err != nil {
		fmt.Println(err)
		return
	}
	dolly, _ := flock.Add(&sheep{hunger: 0.4})
	names[dolly] = "Dolly"
	lamb, _ := flock.Add(&sheep{})
	for range 3 {
		_ = w.Advance(0.5)
		_, _ = flock.Tick()
	}
	_ = flock.Remove(dolly)
	delete(names, dolly) // the recording has her name

	var file bytes.Buffer
	_ = recorder.Recording().Save(&file)
	recording, err := history.Load(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range []world.AgentID{dolly, lamb} {
		fmt.Println(recording.Names().Agent(id))
	}
	// Output:
	// Dolly #1024
	// #1025
}

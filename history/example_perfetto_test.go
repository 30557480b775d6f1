package history_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
)

// WritePerfetto writes a file for ui.perfetto.dev, where each agent has a track that shows what it did.
func ExampleRecording_WritePerfetto() {
	doze := behavior.Behavior[struct{}]{Name: "DOZE"}
	tree := decider.MustInitializeTreeData(&decider.Decider[struct{}]{Name: "ROOT", Behavior: &doze})
	recorder := history.New(history.Options{})
	memory := tree.NewMemory(nil, 7)
	if err := memory.Record(recorder); err != nil {
		fmt.Println(err)
	}
	for frame := range 60 {
		if err := decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(frame) / 60, DT: 1. / 60}); err != nil {
			fmt.Println(err)
		}
	}

	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file, err := os.Create(filepath.Join(dir, "mo.json"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(recorder.Recording().WritePerfetto(file), file.Close())
	// Output: <nil> <nil>
}

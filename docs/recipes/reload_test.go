package recipes_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type Dog struct{ Name string }

// Tuning are the numbers that designers change while the game runs, in seconds.
type Tuning struct{ Rest, Sniff float64 }

// dog makes the dog's tree with these numbers.
func dog(t Tuning) *decider.Decider[*Dog] {
	return &decider.Decider[*Dog]{
		Name: "DOG", Policy: decider.SequentialLooping,
		Children: decider.Children[*Dog]{
			{Name: "REST", Modifiers: decider.Modifiers{Timeout: t.Rest}, Behavior: &rest},
			{Name: "SNIFF", Modifiers: decider.Modifiers{Timeout: t.Sniff}, Behavior: &sniff},
		},
	}
}

var (
	rest  = behavior.Behavior[*Dog]{Name: "REST", Activate: begin}
	sniff = behavior.Behavior[*Dog]{Name: "SNIFF", Activate: begin}
)

func begin(c *behavior.Context[*Dog]) behavior.Status {
	fmt.Println(c.Time, c.Agent.Name, "begins to", c.DeciderName())
	return behavior.Running
}

// Kennel is the part of a game that has dogs.
type Kennel struct {
	Tree *decider.Tree[*Dog]
	Dogs map[*Dog]*decider.Memory[*Dog]
}

// Reload takes a file of numbers. After an error all dogs go on with the old ones.
func (k *Kennel) Reload(file []byte) error {
	var tuning Tuning
	if err := json.Unmarshal(file, &tuning); err != nil {
		return err
	}
	tree, err := decider.InitializeTreeData(dog(tuning))
	if err != nil {
		return err // all faults, with their paths
	}
	for dog, memory := range k.Dogs {
		migration, err := memory.Migrate(tree)
		if err != nil {
			fmt.Println(dog.Name, err) // of a Deactivate; the dog has the new tree all the same
		}
		fmt.Printf("%s: %v\n", dog.Name, migration)
	}
	k.Tree = tree // for dogs born from now on
	return nil
}

// Numbers change while the game runs.
func Example_reload() {
	kennel := &Kennel{Tree: decider.MustInitializeTreeData(dog(Tuning{Rest: 60, Sniff: 2}))}
	rex := &Dog{Name: "Rex"}
	kennel.Dogs = map[*Dog]*decider.Memory[*Dog]{rex: kennel.Tree.NewMemory(nil, 1)}
	for time := range 9 {
		switch time {
		case 2:
			fmt.Println("reload:", kennel.Reload([]byte(`{"Rest": -5, "Sniff": 2}`)))
		case 3:
			fmt.Println("reload:", kennel.Reload([]byte(`{"Rest": 5, "Sniff": 2}`)))
		}
		in := decider.Input{Time: float64(time), DT: 1}
		if err := decider.TickBehaviorTree(kennel.Dogs[rex], rex, in); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 0 Rex begins to REST
	// reload: decider: the tree has 1 fault(s):
	// 	DOG > REST: BadModifiers: Timeout is -5; make it a finite number of seconds, or 0 for none
	// Rex: everything was kept
	// reload: <nil>
	// 5 Rex begins to SNIFF
	// 7 Rex begins to REST
}

// A Cooldown that counts when the tree is changed keeps its end. The new number holds from the next time.
func TestReloadKeepsRunningCooldowns(t *testing.T) {
	var barks []float64
	bark := behavior.Behavior[*Dog]{Name: "BARK", Activate: func(c *behavior.Context[*Dog]) behavior.Status {
		barks = append(barks, c.Time)
		return behavior.Success
	}}
	mind := func(cooldown float64) *decider.Tree[*Dog] {
		return decider.MustInitializeTreeData(&decider.Decider[*Dog]{Name: "DOG", Children: decider.Children[*Dog]{
			{Name: "BARK", Cooldown: cooldown, Behavior: &bark},
			{Name: "REST", Behavior: &behavior.Behavior[*Dog]{Name: "REST"}},
		}})
	}
	memory := mind(9).NewMemory(nil, 1)
	for time := range 16 {
		if time == 2 {
			_, err := memory.Migrate(mind(3))
			require.NoError(t, err)
		}
		require.NoError(t, decider.TickBehaviorTree(memory, &Dog{}, decider.Input{Time: float64(time), DT: 1}))
	}
	assert.Equal(t, []float64{0, 9, 12, 15}, barks)
}

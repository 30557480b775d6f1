package history_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Dog is an agent of the game below.
type Dog struct {
	ID    world.AgentID
	Bones int64 // buried
}

// Bark is a kind of stimulus: another dog barks.
const Bark stimuli.StimuliFlags = 1

type (
	DogDecider  = decider.Decider[*Dog]
	DogChildren = decider.Children[*Dog]
	DogBehavior = behavior.Behavior[*Dog]
	DogContext  = behavior.Context[*Dog]
)

var dogMind = decider.MustInitializeTreeData(&DogDecider{Name: "DOG", Children: DogChildren{
	{Name: "ANSWER", StimuliFlags: stimuli.Check{All: Bark}, Behavior: &DogBehavior{Name: "ANSWER"}},
	{Name: "BURY", Every: 2, Decide: bonesLeft, Behavior: &bury},
	{Name: "DOZE", Behavior: &DogBehavior{Name: "DOZE"}},
}})

func bonesLeft(c *DogContext) float64 { return behavior.If(c.Agent.Bones < 3) }

var bury = DogBehavior{Name: "BURY", Period: 0.5, Tick: func(c *DogContext) behavior.Status {
	c.Agent.Bones++
	return behavior.Success
}}

// Kennel is a game that can save and load itself, so it can be forked.
type Kennel struct {
	world *world.World
	minds *crowd.Crowd[*Dog]
	dogs  [2]Dog
}

func newKennel() (*Kennel, error) {
	k := &Kennel{world: world.New(world.Options{Seed: 3})}
	var err error
	k.minds, err = crowd.New(k.world, dogMind, crowd.Options[*Dog]{Name: "DOGS", Workers: 1, StimuliEach: 2, Agent: k.dog})
	return k, err
}

// dog finds the agents of a crowd that is restored.
func (k *Kennel) dog(id world.AgentID) (*Dog, bool) {
	for i := range k.dogs {
		if k.dogs[i].ID == id {
			return &k.dogs[i], true
		}
	}
	return nil, false
}

// World and Step make it a history.Run.
func (k *Kennel) World() *world.World { return k.world }

func (k *Kennel) Step() error {
	if err := k.world.Advance(0.1); err != nil {
		return err
	}
	_, err := k.minds.Tick()
	return err
}

// Save and Load make it a history.Game: first the game's own data, then the world with its crowds.
func (k *Kennel) Save(to io.Writer) error {
	return errors.Join(binary.Write(to, binary.LittleEndian, k.dogs), k.world.Snapshot(to))
}

func (k *Kennel) Load(from io.Reader) (history.Run, error) {
	other, err := newKennel()
	if err != nil {
		return nil, err
	}
	if err := binary.Read(from, binary.LittleEndian, &other.dogs); err != nil {
		return nil, err
	}
	_, err = other.world.Restore(from)
	return other, err
}

// What if the first dog had heard a bark three seconds ago?
func ExampleCheckpoints_Fork() {
	kennel, err := newKennel()
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range kennel.dogs {
		if kennel.dogs[i].ID, err = kennel.minds.Add(&kennel.dogs[i]); err != nil {
			fmt.Println(err)
		}
	}
	recorder := history.New(history.Options{})
	if err := kennel.minds.Record(recorder); err != nil {
		fmt.Println(err)
	}
	saves := history.NewCheckpoints(kennel.world, kennel, history.CheckpointOptions{Every: 20, Share: 1})

	for range 60 { // frames of the game
		err := errors.Join(kennel.Step(), saves.Keep())
		if err != nil {
			fmt.Println(err)
		}
	}

	dog := kennel.dogs[0].ID
	fork, err := saves.Fork(context.Background(), recorder.Recording(), history.ForkOptions{After: 30, Frames: 60},
		func(b *history.Branch) error { return b.Stimulate(dog, stimuli.Note(Bark, 1)) })
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("from the save of frame %d on, changed after frame %d, up to frame %d\n", fork.Save, fork.After, fork.Last)
	for d := range fork.Differences() {
		fmt.Println(d)
		break // the first
	}
	for _, rec := range []*history.Recording{fork.Unchanged, fork.Changed} {
		m, err := rec.At(dog, 35)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(debugprint.DebugPrintState(m, debugprint.ActivePath))
	}
	// Output:
	// from the save of frame 21 on, changed after frame 30, up to frame 90
	// #1024, frame 31 (3.10 s): stimuli: none | 0x1
	// DOG     2.1 s
	//   DOZE  0.1 s
	// DOG       3.1 s
	//   ANSWER  0.1 s
}

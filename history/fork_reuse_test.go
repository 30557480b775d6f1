package history_test

import (
	"bytes"
	"encoding/gob"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// mayfly is a game of one creature after the other, each with the memory of the one before.
type mayfly struct {
	world  *world.World
	memory *decider.Memory[*mayfly]
	frames int
}

var mayflies = decider.MustInitializeTreeData(&decider.Decider[*mayfly]{
	Name: "FLY", Policy: decider.Random, Children: decider.Children[*mayfly]{
		{Name: "UP", Behavior: &behavior.Behavior[*mayfly]{Name: "UP", Tick: flit}},
		{Name: "DOWN", Behavior: &behavior.Behavior[*mayfly]{Name: "DOWN", Tick: flit}},
	},
})

func flit(c *behavior.Context[*mayfly]) behavior.Status {
	return behavior.Status(1 + c.Rand().IntN(2)) // Running or Success
}

func newMayfly() *mayfly { return &mayfly{world: world.New(world.Options{Seed: 5})} }

func (m *mayfly) World() *world.World { return m.world }

func (m *mayfly) Step() error {
	if err := m.world.Advance(0.1); err != nil {
		return err
	}
	if m.frames++; m.frames%7 == 0 {
		if err := m.memory.Reuse(m.world.NewAgent()); err != nil {
			return err
		}
	}
	return decider.TickBehaviorTree(m.memory, m, decider.Input{Time: m.world.Time(), DT: m.world.DT()})
}

// savedMayfly is what Save writes.
type savedMayfly struct {
	ID            world.AgentID
	Frames        int
	World, Memory []byte
}

func (m *mayfly) Save(to io.Writer) error {
	var w, mem bytes.Buffer
	if err := m.world.Snapshot(&w); err != nil {
		return err
	}
	if err := m.memory.Snapshot(&mem); err != nil {
		return err
	}
	return gob.NewEncoder(to).Encode(savedMayfly{m.memory.ID(), m.frames, w.Bytes(), mem.Bytes()})
}

func (m *mayfly) Load(from io.Reader) (history.Run, error) {
	var saved savedMayfly
	if err := gob.NewDecoder(from).Decode(&saved); err != nil {
		return nil, err
	}
	loaded := newMayfly()
	loaded.frames = saved.Frames
	if _, err := loaded.world.Restore(bytes.NewReader(saved.World)); err != nil {
		return nil, err
	}
	loaded.memory = mayflies.NewMemory(loaded.world, saved.ID)
	_, err := loaded.memory.Restore(bytes.NewReader(saved.Memory), loaded, decider.Restoring[*mayfly]{})
	return loaded, err
}

// A fork records every agent of a memory that is reused.
func TestForkOfReusedMemories(t *testing.T) {
	game := newMayfly()
	game.memory = mayflies.NewMemory(game.world, game.world.NewAgent())
	saves := history.NewCheckpoints(game.world, game, history.CheckpointOptions{Every: 5, Share: 1})
	for range 12 {
		require.NoError(t, saves.Keep())
		require.NoError(t, game.Step())
	}
	fork, err := saves.Fork(t.Context(), nil, history.ForkOptions{After: 3, Frames: 20}, nil)
	require.NoError(t, err)
	for id, frame := range map[world.AgentID]uint64{1: 6, 2: 13, 3: 20, 4: 23} {
		_, err := fork.Unchanged.At(id, frame)
		assert.NoError(t, err, "agent %d", id)
	}
}

package history_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// goose is an agent of the game that is forked here. Its body is the game's.
type goose struct {
	ID   world.AgentID
	Food int64 // what it has eaten
	Luck uint64
}

type (
	gooseDecider  = decider.Decider[*goose]
	gooseChildren = decider.Children[*goose]
	gooseBehavior = behavior.Behavior[*goose]
	gooseContext  = behavior.Context[*goose]
)

const (
	dark  decider.DecisionFlags = 1 << iota // it is night
	hurt                                    // which only tests say
	alarm stimuli.StimuliFlags  = 1         // a fox
)

// pecks is what a meal remembers.
type pecks struct{ Left int32 }

// gaggle is a game: geese graze for a random time, sleep in the dark and flee from the fox. It saves everything
// except what was called from outside.
type gaggle struct {
	world   *world.World
	crowd   *crowd.Crowd[*goose]
	geese   []*goose
	outside *uint64 // something that is not saved; nil for a sound game
	broken  func(frame uint64) error
}

func newGaggle(t testing.TB, geese int) *gaggle {
	t.Helper()
	g := makeGaggle(t, nil)
	for range geese {
		b := &goose{Luck: uint64(len(g.geese))}
		id, err := g.crowd.Add(b)
		require.NoError(t, err)
		b.ID = id
		g.geese = append(g.geese, b)
	}
	return g
}

func makeGaggle(t testing.TB, outside *uint64) *gaggle {
	t.Helper()
	g := &gaggle{world: world.New(world.Options{Seed: 5}), outside: outside}
	tree, err := decider.InitializeTreeData(g.mind())
	require.NoError(t, err)
	g.crowd, err = crowd.New(g.world, tree, crowd.Options[*goose]{
		Name: "GEESE", Workers: 2, StimuliEach: 4,
		Agent: func(id world.AgentID) (*goose, bool) {
			for _, b := range g.geese {
				if b.ID == id {
					return b, true
				}
			}
			return nil, false
		},
	})
	require.NoError(t, err)
	return g
}

func (g *gaggle) mind() *gooseDecider {
	graze := behavior.WithBlock[*goose, pecks]{
		Name: "GRAZE",
		Activate: func(c *gooseContext, p *pecks) behavior.Status {
			c.Agent.Luck = c.Agent.Luck*6364136223846793005 + 1442695040888963407
			luck := c.Agent.Luck >> 40
			if g.outside != nil {
				luck = *g.outside
			}
			p.Left = int32(2 + luck%5)
			return behavior.Running
		},
		Tick: func(c *gooseContext, p *pecks) behavior.Status {
			c.Agent.Food++
			if p.Left--; p.Left > 0 {
				return behavior.Running
			}
			return behavior.Success
		},
	}
	return &gooseDecider{Name: "GOOSE", Children: gooseChildren{
		{Name: "FLY", StimuliFlags: stimuli.Check{All: alarm}, Behavior: &gooseBehavior{Name: "FLY"}},
		{Name: "REST", DecisionFlags: decider.Check{Any: hurt}, Behavior: &gooseBehavior{Name: "REST"}},
		{Name: "SLEEP", DecisionFlags: decider.Check{All: dark}, Behavior: &gooseBehavior{Name: "SLEEP", Tick: func(c *gooseContext) behavior.Status {
			if c.DecisionFlags&dark == 0 {
				return behavior.Success
			}
			return behavior.Running
		}}},
		{Name: "GRAZE", Cooldown: 0.3, Behavior: &graze},
		{Name: "LOOK", Behavior: &gooseBehavior{Name: "LOOK"}},
	}}
}

// World makes it a history.Run.
func (g *gaggle) World() *world.World { return g.world }

// Step is one frame of a tenth of a second. It is dark for 20 frames of 50.
func (g *gaggle) Step() error {
	if g.broken != nil {
		if err := g.broken(g.world.Frame()); err != nil {
			return err
		}
	}
	if err := g.world.Advance(0.1); err != nil {
		return err
	}
	for _, b := range g.geese {
		set, clear := dark, decider.DecisionFlags(0)
		if g.world.Frame()%50 < 30 {
			set, clear = clear, set
		}
		if err := g.crowd.SetFlags(b.ID, set, clear); err != nil {
			return err
		}
	}
	r, err := g.crowd.Tick()
	if err != nil {
		return err
	}
	return errors.Join(r.Errors...)
}

// Save makes it a history.Game.
func (g *gaggle) Save(to io.Writer) error { return saveGaggle(to, g.geese, g.world.Snapshot) }

func saveGaggle(to io.Writer, geese []*goose, world func(io.Writer) error) error {
	err := binary.Write(to, binary.LittleEndian, uint64(len(geese)))
	for _, b := range geese {
		err = errors.Join(err, binary.Write(to, binary.LittleEndian, *b))
	}
	return errors.Join(err, world(to))
}

// hooks load geese for a test.
type hooks struct {
	*gaggle
	t      testing.TB
	loaded func(*gaggle) history.Run // what becomes of one that was loaded; nil for nothing
}

func (h *hooks) Load(from io.Reader) (history.Run, error) {
	g := makeGaggle(h.t, h.outside)
	var n uint64
	if err := binary.Read(from, binary.LittleEndian, &n); err != nil {
		return nil, err
	}
	for range n {
		b := &goose{}
		if err := binary.Read(from, binary.LittleEndian, b); err != nil {
			return nil, err
		}
		g.geese = append(g.geese, b)
	}
	if _, err := g.world.Restore(from); err != nil {
		return nil, err
	}
	if h.loaded != nil {
		return h.loaded(g), nil
	}
	return g, nil
}

var _ history.Game = (*hooks)(nil)

// savedGame is a gaggle that runs, is recorded and saved every 10 frames.
type savedGame struct {
	*hooks
	recorder *history.Recorder
	saves    *history.Checkpoints
}

func record(t testing.TB, g *gaggle) *savedGame {
	t.Helper()
	r := &savedGame{hooks: &hooks{gaggle: g, t: t}, recorder: history.New(history.Options{BytesEach: 1 << 16})}
	require.NoError(t, g.crowd.Record(r.recorder))
	r.saves = history.NewCheckpoints(g.world, r.hooks, history.CheckpointOptions{Every: 10, Share: 1})
	return r
}

// run goes on for so many frames.
func (r *savedGame) run(frames int) {
	r.t.Helper()
	for range frames {
		require.NoError(r.t, r.Step())
		require.NoError(r.t, r.saves.Keep())
	}
}

// bytesOf is a game as it is saved.
func bytesOf(t testing.TB, g *gaggle) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, g.Save(&b))
	return b.Bytes()
}

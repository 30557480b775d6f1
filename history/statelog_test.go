package history

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/world"
)

// stateModel keeps what gates and squads held, frame by frame, by asking the world for everything.
type stateModel struct {
	w      *world.World
	gates  []*world.Gate
	squads []*world.Squad
	frames map[uint64][2]string
}

// look notes what there is at the end of the frame.
func (m *stateModel) look() {
	rec := &Recording{}
	var log stateLog
	log.init(1024)
	n := *m.w.Listing(key)
	log.add(&n, nil)
	rec.state = log.share()
	gates, _ := rec.Gates(n.Frame)
	squads, _ := rec.Squads(n.Frame)
	m.frames[n.Frame] = [2]string{fmt.Sprintf("%+v", gates), fmt.Sprintf("%+v", squads)}
	for _, g := range gates { // what is listed is so
		i := 0
		for id := range m.w.Holders(m.gate(g.Name), g.Key) {
			if g.Holders[i] != id {
				panic("other holders")
			}
			i++
		}
		if i != g.Held {
			panic("other holders")
		}
	}
}

func (m *stateModel) gate(name string) *world.Gate {
	for _, g := range m.gates {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// act does something at random that agents might.
func (m *stateModel) act(r *rand.Rand) {
	id, k := world.AgentID(1+r.IntN(20)), uint64(r.IntN(3))
	g, s := m.gates[r.IntN(len(m.gates))], m.squads[r.IntN(len(m.squads))]
	instance, _, _ := m.w.Invited(key, s, k, id)
	switch r.IntN(12) {
	case 0:
		m.w.TryGate(key, g, k, id)
	case 1:
		m.w.ClaimGate(key, g, k, id)
	case 2:
		m.w.WithdrawGate(key, g, k, id)
	case 3:
		m.w.TakeGate(key, g, k, id)
	case 4:
		m.w.LeaveGate(key, g, k, id, r.IntN(2) == 0)
	case 5, 6:
		m.w.Want(key, s, k, id, r.IntN(2) == 0, []world.RoleSet{world.AllRoles, world.Roles(1), world.Roles(2), 0}[r.IntN(4)])
	case 7:
		m.w.Unwant(key, s, k, id)
	case 8, 9:
		m.w.JoinSquad(key, instance, id)
	case 10:
		m.w.LeaveSquad(key, instance, id, r.IntN(2) == 0, uint8(r.IntN(11)))
	case 11:
		m.w.AtBarrier(key, instance, id, uint32(r.IntN(2)))
	}
}

// TestStateLogAgainstModel has agents do with gates and squads what they can, and compares what was recorded with what the
// world held.
func TestStateLogAgainstModel(t *testing.T) {
	for seed := range uint64(trials.Count(1, 4)) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := world.New(world.Options{})
		m := &stateModel{w: w, frames: map[uint64][2]string{},
			gates:  []*world.Gate{{Name: "A", Max: 2}, {Name: "B", Max: 1, Cooldown: 2, AgentCooldown: 3}},
			squads: []*world.Squad{{Name: "C", Agents: 2}, {Name: "D", Agents: 3, KeepOthers: true}},
		}
		require.NoError(t, w.Bind(key, m.gates, m.squads))
		for range 20 {
			require.NoError(t, w.Join(key, w.NewAgent(), nil))
		}
		rec := New(Options{Frames: 1024})
		_, err := rec.Sink(key, tape.Source{World: w, Fingerprint: 1, Size: 8, Describe: described(8)})
		require.NoError(t, err)
		var held *Recording
		var heldAt uint64
		frames := 600
		if trials.Full() {
			frames = 1500
		}
		for frame := range frames {
			require.NoError(t, w.Advance(0.5))
			for range r.IntN(6) {
				m.act(r)
			}
			m.look()
			if frame%499 == 0 {
				held, heldAt = rec.Recording(), w.Frame()
			}
		}
		for until, rec := range map[uint64]*Recording{heldAt: held, w.Frame(): rec.Recording()} {
			found := 0
			for frame := range until + 1 {
				gates, ok := rec.Gates(frame)
				squads, _ := rec.Squads(frame)
				if !ok || frame == 0 {
					continue
				}
				found++
				require.Equal(t, m.frames[frame], [2]string{fmt.Sprintf("%+v", gates), fmt.Sprintf("%+v", squads)}, "frame %d, seed %d", frame, seed)
			}
			assert.Greater(t, found, 200)
		}
		// In any order, in any goroutine, and of recordings that share the log.
		both, until := [2]*Recording{held, rec.Recording()}, [2]uint64{heldAt, w.Frame()}
		var readers sync.WaitGroup
		for reader := range uint64(3) {
			readers.Go(func() {
				r := rand.New(rand.NewPCG(seed, reader))
				for range 300 {
					i := r.IntN(2)
					frame := until[i] - r.Uint64N(min(until[i], 400)) // the last ones are held
					if gates, ok := both[i].Gates(frame); ok && frame > 0 {
						squads, _ := both[i].Squads(frame)
						assert.Equal(t, m.frames[frame], [2]string{fmt.Sprintf("%+v", gates), fmt.Sprintf("%+v", squads)}, "frame %d, seed %d", frame, seed)
					}
				}
			})
		}
		readers.Wait()
		assert.Less(t, rec.state.bytes(), 12*stateEachLeast)
	}
}

// TestStateLogAllocatesNothing where nothing changes, and nothing is written either.
func TestStateLogAllocatesNothing(t *testing.T) {
	w := world.New(world.Options{})
	g, s := &world.Gate{Name: "A", Max: 2}, &world.Squad{Name: "C", Agents: 2}
	require.NoError(t, w.Bind(key, []*world.Gate{g}, []*world.Squad{s}))
	rec := New(Options{Frames: 1024})
	_, err := rec.Sink(key, tape.Source{World: w, Fingerprint: 1, Size: 8, Describe: described(8)})
	require.NoError(t, err)
	frame := func() {
		_ = w.Advance(0.5)
		w.TryGate(key, g, 0, 1)
		w.Want(key, s, 0, 5, false, world.AllRoles) // as a single that waits does in each tick
	}
	for range 5000 {
		frame()
	}
	parts, size := len(rec.state.parts), len(rec.state.parts[0].bytes)
	assert.Zero(t, testing.AllocsPerRun(2000, frame))
	assert.Equal(t, parts, len(rec.state.parts))
	assert.Equal(t, size, len(rec.state.parts[0].bytes))
	gates, ok := rec.Recording().Gates(w.Frame())
	require.True(t, ok)
	require.Len(t, gates, 1)
	assert.Equal(t, []world.AgentID{1}, gates[0].Holders)
	squads, _ := rec.Recording().Squads(w.Frame())
	require.Len(t, squads, 1)
	assert.Equal(t, world.SquadState{Name: "C", Needed: 2, Wants: 1, Wanting: []world.AgentID{5}}, squads[0])
}

// TestWorldLetsGo: a recorder that nobody knows any more is not told anything, and is collected.
func TestWorldLetsGo(t *testing.T) {
	w := world.New(world.Options{})
	collected := make(chan struct{})
	func() {
		rec := New(Options{Frames: 1024})
		_, err := rec.Sink(key, tape.Source{World: w, Fingerprint: 1, Size: 8, Describe: described(8)})
		require.NoError(t, err)
		addCleanup(rec, collected)
	}()
	for range 100 {
		require.NoError(t, w.Advance(1))
		if gone(collected) {
			break
		}
	}
	require.True(t, gone(collected))
	require.NoError(t, w.Advance(1))
	require.NoError(t, w.Advance(1))
}

package world_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/world"
)

// Frames in which agents claim, enter, leave and cool down allocate nothing, once the memory has grown.
func TestGatesAllocateNothing(t *testing.T) {
	w := world.New(world.Options{})
	g := bound(t, w, &world.Gate{Name: "SHOOT", Max: 3, Cooldown: 1, AgentCooldown: 20})
	c, id := crowdOf(t, w, 2000)
	c.woken = make([]world.AgentID, 0, 4*len(id))
	one := singles(t, w, 1)[0]
	n, came := 0, 0
	frame := func() {
		c.woken = c.woken[:0]
		n++
		of := uint64(n % 5)
		for i := range 40 {
			w.ClaimGate(key, g, of, id[(n*40+i)%len(id)])
		}
		w.WithdrawGate(key, g, of, id[n*40%len(id)])
		if err := w.Advance(1); err != nil {
			t.Error(err)
		}
		for _, granted := range c.woken {
			came++
			for of := range uint64(5) {
				w.TakeGate(key, g, of, granted)
				w.LeaveGate(key, g, of, granted, true)
			}
		}
		if w.TryGate(key, g, 7, one) {
			w.LeaveGate(key, g, 7, one, true)
		}
	}
	for range 400 {
		frame()
	}
	before := came
	assert.Zero(t, testing.AllocsPerRun(400, frame))
	assert.Greater(t, came, before+1000)
}

// Frames in which squads are formed, wait at barriers and end allocate nothing, once the memory has grown.
func TestSquadsAllocateNothing(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 3})
	c, id := crowdOf(t, w, 300)
	c.woken = make([]world.AgentID, 0, 8*len(id))
	id = append(id, singles(t, w, 30)...)
	in := make([]uint64, len(id)) // the squads they have joined
	n, met, passed, reset := 0, 0, 0, 0
	frame := func() {
		c.woken = c.woken[:0]
		n++
		for i, one := range id {
			if w.Dissolved(key, in[i], one) {
				reset++
				w.LeaveSquad(key, in[i], one, false, 0)
			}
			number, _, ok := w.Invited(key, s, 0, one)
			switch in[i] = number; {
			case !ok:
				w.Want(key, s, 0, one, i < 300, world.AllRoles)
			case (i+n)%7 == 0:
				w.LeaveSquad(key, number, one, n%2 == 0, 0)
			case w.Released(key, number, one):
				passed++
				w.PassBarrier(key, number, one)
			default:
				w.JoinSquad(key, number, one)
				w.AtBarrier(key, number, one, 1)
				for range w.Members(key, number) {
					met++
				}
			}
		}
		if err := w.Advance(1); err != nil {
			t.Error(err)
		}
	}
	for range 100 {
		frame()
	}
	assert.Zero(t, testing.AllocsPerRun(100, frame))
	for _, count := range []int{met, passed, reset} {
		assert.Greater(t, count, 100)
	}
}

// A million sleeping agents that claim: a frame costs only the places that are granted.
func BenchmarkClaims(b *testing.B) {
	w := world.New(world.Options{})
	g := &world.Gate{Name: "SHOOT", Max: 3}
	require.NoError(b, w.Bind(key, []*world.Gate{g}, nil))
	c, id := crowdOf(b, w, 1_000_000)
	for _, i := range id {
		w.ClaimGate(key, g, 0, i)
	}
	for b.Loop() {
		for _, i := range c.woken {
			w.TakeGate(key, g, 0, i)
			w.LeaveGate(key, g, 0, i, true)
			w.ClaimGate(key, g, 0, i)
		}
		c.woken = c.woken[:0]
		if err := w.Advance(1); err != nil {
			b.Fatal(err)
		}
	}
}

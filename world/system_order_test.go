package world_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/world"
)

// tickers are ways to tick a world's agents in one frame.
var tickers = map[string]func(agents int, tick func(int)){
	"in order": func(agents int, tick func(int)) {
		for i := range agents {
			tick(i)
		}
	},
	"backwards": func(agents int, tick func(int)) {
		for i := range agents {
			tick(agents - 1 - i)
		}
	},
	"three workers": func(agents int, tick func(int)) {
		var all sync.WaitGroup
		for worker := range 3 {
			all.Go(func() {
				for i := worker; i < agents; i += 3 {
					tick(i)
				}
			})
		}
		all.Wait()
	},
	"a goroutine each": func(agents int, tick func(int)) {
		var all sync.WaitGroup
		for i := range agents {
			all.Go(func() { tick(i) })
		}
		all.Wait()
	},
}

// Random agents launch, are interrupted and get results from goroutines. Requests, tokens, cancellations, results and
// counts are the same for any order of ticks, also while the system works concurrently.
func TestOrderOfWorkersDoesNotMatter(t *testing.T) {
	for seed := range uint64(5) {
		told := map[string]string{}
		for name, ticker := range tickers {
			told[name] = playRandomly(t, seed, ticker)
		}
		for name := range tickers {
			require.Equal(t, told["in order"], told[name], "seed %d, %s", seed, name)
		}
		assert.Contains(t, told["in order"], "cancelled 0x")
		assert.Contains(t, told["in order"], "north")
	}
}

// playRandomly returns everything that is visible.
func playRandomly(t *testing.T, seed uint64, ticker func(int, func(int))) string {
	t.Helper()
	const agents = 24
	var told strings.Builder
	s := newStage(t, agents)
	random := rand.New(rand.NewPCG(seed, 0))
	var working []world.Token
	for frame := range 60 {
		require.NoError(t, s.world.Advance(1))
		var flags [agents]decider.DecisionFlags
		twice := random.IntN(4) == 0
		for i := range flags {
			flags[i] = decider.DecisionFlags(random.IntN(4) / 3)
			s.walkers[i].goal = 100*frame + i
			s.walkers[i].goesOn = random.IntN(8) == 0
		}
		// The system goes on while agents tick: its results arrive with the next Advance.
		random.Shuffle(len(working), func(i, j int) { working[i], working[j] = working[j], working[i] })
		now := working[:random.IntN(len(working)+1)]
		working = working[len(now):]
		var system sync.WaitGroup
		for _, token := range now {
			system.Go(func() {
				if token%5 == 0 {
					assert.NoError(t, s.system.Fail(s.world, token, errNoWay))
				} else {
					assert.NoError(t, s.system.Complete(s.world, token, fmt.Sprintf("north of 0x%x", uint64(token))))
				}
			})
		}
		ticker(agents, func(i int) {
			if err := s.tick(i, flags[i]); err != nil {
				assert.ErrorIs(t, err, errNoWay)
			}
			if twice && i%3 == 0 {
				assert.NoError(t, s.memories[i].Reset())
				assert.NoError(t, s.tick(i, 0))
			}
		})
		system.Wait()
		for token, goal := range s.system.Launched(s.world, random.IntN(agents)) {
			fmt.Fprintf(&told, "%d: launched 0x%x for %d\n", frame, uint64(token), goal)
			working = append(working, token)
		}
		if random.IntN(3) > 0 {
			for token := range s.system.Cancelled(s.world) {
				fmt.Fprintf(&told, "%d: cancelled 0x%x\n", frame, uint64(token))
				if i := slices.Index(working, token); i >= 0 && token%2 == 0 {
					working = slices.Delete(working, i, i+1)
				}
			}
		}
		for i := range s.walkers {
			fmt.Fprintf(&told, "%d: %d %v %v %x\n", frame, i, s.memories[i].Status(), s.notes(i), see.Inspect(s.memories[i].Plain(engine.Key{})).Blocks)
		}
		fmt.Fprintf(&told, "%d: %d stale\n", frame, s.world.Stats().Stale)
	}
	return told.String()
}

// An agent may launch requests for several addresses in one tick, and take back any of them.
func TestWithdrawnByPlace(t *testing.T) {
	w, system := world.New(world.Options{}), &paths{Name: "PATHS"}
	var at [3]world.Token
	for i := range at {
		require.NoError(t, system.Launch(engine.Key{}, w, 1, &at[i], i))
	}
	system.Cancel(engine.Key{}, w, 1, &at[1])
	system.Cancel(engine.Key{}, w, 1, &at[0])
	require.NoError(t, system.Launch(engine.Key{}, w, 1, &at[0], 3))
	var goals []int
	for _, goal := range system.Launched(w, 0) {
		goals = append(goals, goal)
	}
	assert.Equal(t, []int{2, 3}, goals, "in the order they were launched")
	assert.Equal(t, [3]world.Token{2, 0, 1}, at)
}

// Later tokens do not depend on the order of results within a frame, nor on that of late results.
func TestOrderOfCompletionsDoesNotMatter(t *testing.T) {
	for _, backwards := range []bool{false, true} {
		w, system := world.New(world.Options{}), &paths{Name: "PATHS"}
		var at [4]world.Token
		for i := range at {
			require.NoError(t, system.Launch(engine.Key{}, w, world.AgentID(i), &at[i], i))
		}
		var tokens []world.Token
		for token := range system.Launched(w, 0) {
			tokens = append(tokens, token)
		}
		for i := range at {
			system.Cancel(engine.Key{}, w, world.AgentID(i), &at[i])
		}
		require.NoError(t, w.Advance(1))
		if backwards {
			slices.Reverse(tokens)
		}
		for _, token := range tokens {
			require.NoError(t, system.Complete(w, token, "north"))
		}
		assert.Equal(t, uint64(4), w.Stats().Stale)
		require.NoError(t, system.Launch(engine.Key{}, w, 7, &at[0], 0))
		require.NoError(t, w.Advance(1))
		assert.Equal(t, world.Token(1<<32|1), at[0])
	}
}

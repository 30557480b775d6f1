package migrate_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/migrate"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
)

// saved is an agent of a random tree after some ticks, and its snapshot.
type saved struct {
	tree *decider.Tree[*randomtree.Subject]
	data []byte
}

// save returns nil for a seed whose tree is refused.
func save(tb testing.TB, seed uint64) *saved {
	tb.Helper()
	s := randomtree.RandomSource(seed)
	tree, err := decider.InitializeTreeData(randomtree.RandomTree(s))
	if err != nil {
		return nil
	}
	m := tree.NewMemory(nil, 1)
	tick(tb, m, &randomtree.Subject{Seed: seed, Facts: seed}, 0, 3+int(seed%8))
	var b bytes.Buffer
	require.NoError(tb, m.Snapshot(&b))
	return &saved{tree, b.Bytes()}
}

// tick ticks an agent without a world. Errors of the tree's user code are welcome, a panic of the engine is not.
func tick(tb testing.TB, m *decider.Memory[*randomtree.Subject], s *randomtree.Subject, from float64, ticks int) {
	tb.Helper()
	for i := range ticks {
		err := decider.TickBehaviorTree(m, s, decider.Input{Time: from + float64(i)/4, DT: 0.25, DecisionFlags: decider.DecisionFlags(uint64(i) * 5 % 16)})
		requireNoEnginePanic(tb, err)
	}
}

func requireNoEnginePanic(tb testing.TB, err error) {
	tb.Helper()
	all := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		all = many.Unwrap()
	}
	for _, err := range all {
		if p, is := errors.AsType[*decider.PanicError](err); is && !strings.HasPrefix(fmt.Sprint(p.Value), "subject panics") {
			tb.Fatalf("%v\n%s", err, p.Stack)
		}
	}
}

// restore restores a forged snapshot at another time, with Rebase. Either that is an error and changes nothing, or the agent
// can be saved, restored and ticked.
func (s *saved) restore(tb testing.TB, forged []byte, now float64) {
	tb.Helper()
	m := s.tree.NewMemory(nil, 1)
	var before, after bytes.Buffer
	require.NoError(tb, m.Snapshot(&before))
	agent := &randomtree.Subject{}
	if _, err := m.Restore(bytes.NewReader(forged), agent, decider.Restoring[*randomtree.Subject]{Rebase: true, Now: now}); err != nil {
		if !errors.Is(err, decider.ErrClock) && !errors.Is(err, decider.ErrTime) {
			require.ErrorIs(tb, err, decider.ErrSnapshot)
		}
		require.NoError(tb, m.Snapshot(&after))
		require.Equal(tb, before.Bytes(), after.Bytes(), "nothing has changed")
		return
	}
	require.NoError(tb, m.Snapshot(&after))
	_, err := s.tree.NewMemory(nil, 1).Restore(bytes.NewReader(after.Bytes()), agent, decider.Restoring[*randomtree.Subject]{})
	require.NoError(tb, err)
	tick(tb, m, agent, now, 3)
	requireNoEnginePanic(tb, m.Close())
}

// TestRebaseOfOverlappingParts: in a made-up snapshot a time that Rebase moves lies on a frame, which says what is active.
func TestRebaseOfOverlappingParts(t *testing.T) {
	for seed := uint64(1); seed < 150; seed++ {
		s := save(t, seed)
		if s == nil {
			continue
		}
		draws := rand.New(rand.NewPCG(seed, 1))
		for range 20 {
			forged, err := migrate.Forge(s.data, func(places []migrate.ForgedPlace) {
				p, on := &places[draws.IntN(len(places))], &places[draws.IntN(len(places))]
				for i, at := range []*uint32{p.Frame, p.LeaveDue, p.Ticked, p.Every, p.Cooldown} {
					if *at != 0 && draws.IntN(2) == 0 || i == 2 {
						*at = *on.Frame + 8*draws.Uint32N(2)
					}
				}
			})
			require.NoError(t, err)
			s.restore(t, forged, 1e6+draws.Float64())
		}
	}
}

// FuzzForgedShape restores snapshots of random trees whose shapes were changed: four bytes for each change, a place, one of its
// offsets and what it is now, in words.
func FuzzForgedShape(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed, float64(seed)*10, []byte{byte(seed % 5), 10, 0, byte(2 + seed%9), byte(seed % 3), 2, 0, byte(3 + seed%7)})
	}
	f.Fuzz(func(t *testing.T, seed uint64, now float64, changes []byte) {
		s := save(t, seed%1000)
		if s == nil {
			return
		}
		forged, err := migrate.Forge(s.data, func(places []migrate.ForgedPlace) {
			for ; len(changes) >= 4; changes = changes[4:] {
				p := &places[int(changes[0])%len(places)]
				*p.All[int(changes[1])%len(p.All)] = uint32(binary.BigEndian.Uint16(changes[2:])) * 8
			}
		})
		require.NoError(t, err)
		s.restore(t, forged, now)
	})
}

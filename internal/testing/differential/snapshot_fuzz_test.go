package differential_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/heap"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/world"
)

// seal gives bytes the checksum of a snapshot, so that a fuzzer's changes get past it.
func seal(data []byte) []byte {
	if len(data) < 4 {
		return data
	}
	data = bytes.Clone(data)
	n := len(data) - 4
	binary.LittleEndian.PutUint32(data[n:], crc32.Checksum(data[:n], crc32.MakeTable(crc32.Castagnoli)))
	return data
}

// treesOf returns the tree set of a fuzzer's number and its compiled trees, or nil if one is refused.
func treesOf(seed uint64) (f *randomtree.TreeSet, tree *decider.Tree[*randomtree.Subject], plugs []*decider.Tree[*randomtree.Subject]) {
	s := randomtree.RandomSource(seed)
	f = randomtree.RandomTreeSet(s, 0)
	tree, err := decider.InitializeTreeData(f.Root)
	if err != nil {
		return nil, nil, nil
	}
	if plugs, err = f.InitializePlugs(); err != nil {
		return nil, nil, nil
	}
	return f, tree, plugs
}

// Restoring any bytes allocates memory for what it reads, and either returns an error and changes nothing, or yields a sound agent.
func FuzzRestore(f *testing.F) {
	for seed := uint64(1); seed < 120; seed++ {
		set, tree, plugs := treesOf(seed)
		if set == nil {
			continue
		}
		l := newLife(seed, set, plugs)
		m := tree.NewMemory(l.world, 1)
		l.live(f, randomtree.RandomSource(seed), m, 5+int(seed%30))
		var data bytes.Buffer
		require.NoError(f, m.Snapshot(&data))
		f.Add(seed, data.Bytes())
		if seed%3 == 0 {
			f.Add(seed+1, data.Bytes()) // another tree, of the same root's name
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, data []byte) {
		set, tree, plugs := treesOf(seed % 1000)
		if set == nil {
			return
		}
		l := newLife(seed, set, plugs)
		m := tree.NewMemory(l.world, 1)
		var before, after bytes.Buffer
		require.NoError(t, l.world.Advance(1000))
		require.NoError(t, m.Snapshot(&before))
		var migration world.Migration
		var err error
		sealed := bytes.NewReader(seal(data))
		took := heap.Allocated(func() {
			migration, err = m.Restore(sealed, l.subject, decider.Restoring[*randomtree.Subject]{Trees: plugs, Stimuli: l.stimuli, Rebase: seed%2 == 1})
		})
		require.Less(t, took, 4<<20+256*uint64(len(data)))
		if err != nil {
			if !errors.Is(err, decider.ErrSnapshot) && !errors.Is(err, decider.ErrClock) {
				requireNoEnginePanic(t, err) // a place with a gate went down, and its Deactivate failed
				return
			}
			require.NoError(t, m.Snapshot(&after))
			require.Equal(t, before.Bytes(), after.Bytes(), "nothing has changed")
			return
		}
		_ = migration.String()
		require.NoError(t, m.Snapshot(&after))
		again := tree.NewMemory(l.elsewhere(), 1)
		lost, err := again.Restore(bytes.NewReader(after.Bytes()), l.subject, decider.Restoring[*randomtree.Subject]{Trees: plugs})
		requireNoEnginePanic(t, err)
		require.True(t, isWhole(lost), "%v", lost)
		duties := &owed{tb: t}
		duties.take(m)
		m.Observe(duties)
		l.live(t, randomtree.RandomSource(seed), m, 8)
		requireNoEnginePanic(t, m.Close())
		duties.none()
	})
}

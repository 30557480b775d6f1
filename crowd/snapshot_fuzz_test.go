package crowd_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/heap"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// seal sets the check sum of a snapshot, so that a fuzzer's changes pass it.
func seal(data []byte) []byte {
	if len(data) < 4 {
		return data
	}
	data = bytes.Clone(data)
	n := len(data) - 4
	binary.LittleEndian.PutUint32(data[n:], crc32.Checksum(data[:n], crc32.MakeTable(crc32.Castagnoli)))
	return data
}

// Restoring any bytes either returns an error and changes nothing, or makes a sound world.
func FuzzRestoreWorld(f *testing.F) {
	t := &testing.T{}
	old, _ := busy(t)
	f.Add(old.saved())
	for id := range old.miners {
		_ = old.world.Send(id, rung.New(mine{Depth: 7}, 10))
		_ = old.crowd.SetRate(id, 3)
	}
	f.Add(old.saved())
	for range 3 {
		old.frame()
		f.Add(old.saved())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m := newMine(t, minerTree(nil))
		m.miners = old.miners
		before := m.saved()
		sealed := bytes.NewReader(seal(data))
		var err error
		require.Less(t, heap.Allocated(func() { _, err = m.world.Restore(sealed) }), mayAllocate(len(data)))
		if err != nil {
			require.ErrorIs(t, err, world.ErrSnapshot)
			require.Equal(t, before, m.saved(), "nothing has changed")
			return
		}
		once := m.saved()
		again := newMine(t, minerTree(nil))
		again.miners = old.miners
		_, err = again.world.Restore(bytes.NewReader(once))
		require.NoError(t, err)
		for range 4 {
			if err := m.world.Advance(0.5); err != nil && !errors.Is(err, stimuli.ErrFull) && !errors.Is(err, world.ErrUndelivered) && !errors.Is(err, world.ErrTime) {
				require.NoError(t, err)
			}
			for token := range ways.Launched(m.world, 2) {
				_ = ways.Complete(m.world, token, wayToOre{})
			}
			for range ways.Cancelled(m.world) {
			}
			report, err := m.crowd.Tick()
			if err == nil {
				for _, err := range report.Errors {
					require.NotErrorIs(t, err, decider.ErrPanic)
				}
			}
		}
		require.NoError(t, m.world.Close())
	})
}

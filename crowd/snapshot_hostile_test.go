package crowd_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/testing/heap"
	"github.com/decidertree/decidertree/world"
)

// idlers is an empty crowd in a world of its own.
func idlers(t *testing.T, agent func(world.AgentID) (int, bool)) (*world.World, *crowd.Crowd[int]) {
	t.Helper()
	tree := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "ROOT", Behavior: &behavior.Behavior[int]{Name: "IDLE"}})
	w := world.New(world.Options{})
	c, err := crowd.New(w, tree, crowd.Options[int]{Name: "IDLERS", Workers: 1, Agent: agent})
	require.NoError(t, err)
	return w, c
}

// mayAllocate is how many bytes may be allocated for a snapshot of a size: a crowd's first rows, and so much for each byte read.
func mayAllocate(size int) uint64 { return 4<<20 + 256*uint64(size) }

// TestPagesOfAHostileSnapshot: the number of a page takes a byte or two in a snapshot, the page 4 kB in the crowd.
func TestPagesOfAHostileSnapshot(t *testing.T) {
	always := func(world.AgentID) (int, bool) { return 1, true }
	empty, _ := idlers(t, always)
	var b bytes.Buffer
	require.NoError(t, empty.Snapshot(&b))
	payload := bytes.Clone(b.Bytes()[16 : b.Len()-8]) // without the header, the length of the only chunk, and what follows it
	const ends = "\x00\x00\x00"                       // no pages, no agents, no system
	require.True(t, bytes.HasSuffix(payload, []byte(ends)))
	const pages = 100_000
	for _, test := range []struct {
		first uint64
		end   string
		sound bool
	}{{2, "\x00\x00", true}, {2, "\x00", false}, {0, "\x00\x00", false}} {
		forged := binary.AppendUvarint(bytes.Clone(payload[:len(payload)-len(ends)]), pages)
		for page := range uint64(pages) {
			forged = binary.AppendUvarint(forged, page+test.first)
		}
		b.Reset()
		out := snapshot.NewWriter(&b, snapshot.World)
		out.Raw(append(forged, test.end...))
		require.NoError(t, out.End())
		w, c := idlers(t, always)
		size := b.Len()
		var err error
		assert.Less(t, heap.Allocated(func() { _, err = w.Restore(&b) }), mayAllocate(size))
		if test.sound {
			require.NoError(t, err)
		} else {
			require.ErrorIs(t, err, world.ErrSnapshot)
		}
		assert.Zero(t, c.Len())
	}
}

// TestFirstOfAPageIsGone: the first agents of a page are gone, those after them are not.
func TestFirstOfAPageIsGone(t *testing.T) {
	old, c := idlers(t, nil)
	var all []world.AgentID
	for range 3*world.PageSize - 10 {
		id, err := c.Add(1)
		require.NoError(t, err)
		all = append(all, id)
	}
	var b bytes.Buffer
	require.NoError(t, old.Snapshot(&b))
	gone := map[world.AgentID]bool{all[0]: true, all[world.PageSize]: true, all[world.PageSize+1]: true, all[2*world.PageSize]: true}
	w, c := idlers(t, func(id world.AgentID) (int, bool) { return 1, !gone[id] })
	lost, err := w.Restore(&b)
	require.NoError(t, err)
	require.Len(t, lost.Lost, 1)
	assert.Equal(t, len(gone), lost.Lost[0].Agents)
	assert.Equal(t, len(all)-len(gone), c.Len())
	for _, id := range all {
		_, err := c.View(id)
		assert.Equal(t, gone[id], err != nil)
	}
}

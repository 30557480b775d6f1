package inspect

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
)

// TestNoRoomIsSaid: where memory for recordings runs out, the page says so, and how much is missing.
func TestNoRoomIsSaid(t *testing.T) {
	for _, c := range []struct {
		bytes int
		words string // of those who have no room
	}{
		{3*4096 + 100, `an agent of crowd "FLOCK" needs 40`}, // three have room
		{100, "history.Options.Bytes is 100, of which 0 agents take 0"},
	} {
		i := inspect(t, 5, func(o *Options) { o.Record = history.Options{Bytes: c.bytes} })
		s := i.connect()
		last := uint64(i.ids[4])
		post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Agents: []uint64{uint64(i.ids[0]), last}})
		m := until(s, "agent", func(m wire.Moment) bool { return m.Agent == last && m.Problem != nil })
		assert.Contains(t, m.Problem.Error, c.words)
		assert.Contains(t, m.Problem.Error, "history.Options.Bytes is ")
		assert.Equal(t, wire.ProblemNotRecorded, m.Problem.Code)
		p := i.refused(http.MethodGet, sprintf("/api/agent/%d", last), nil, http.StatusNotFound, wire.ProblemNotRecorded)
		assert.Contains(t, p.Error, c.words)
		if c.bytes > 4096 {
			require.Equal(t, "GRAZE", activeLeaf(get[wire.Moment](i, sprintf("/api/agent/%d", i.ids[0]))))
		}
		i.end()
	}
}

package inspect

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/wire"
)

// valuesOf is the path of a request for values.
func valuesOf(agent uint64, more string, watched ...wire.Watched) string {
	text, _ := json.Marshal(watched)
	return sprintf("/api/agent/%d/values?watch=%s%s", agent, url.QueryEscape(string(text)), more)
}

// TestValues: the values over time are those of the moments, with gaps where the decider was not active.
func TestValues(t *testing.T) {
	i := inspect(t, 3)
	id := uint64(i.ids[0])
	get[wire.Moment](i, sprintf("/api/agent/%d", id))
	i.between(func() { require.NoError(t, i.crowd.SetFlags(i.ids[0], tired, 0)) })
	n := i.frames()
	require.Eventually(t, func() bool { return i.frames() > n+40 }, 10*time.Second, time.Millisecond)
	post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "pause"})
	plots := get[wire.Plots](i, valuesOf(id, "", wire.Watched{Kind: wire.WatchField, Decider: "REST", Name: "Done"}, wire.Watched{Kind: wire.WatchKey, Name: "none"}))
	require.Len(t, plots.Series, 2)
	done := plots.Series[0].Samples
	require.GreaterOrEqual(t, len(done), 6, "%+v", done)
	assert.False(t, done[0].Known)
	known := 0
	for k := range done {
		s := &done[k]
		m := get[wire.Moment](i, sprintf("/api/agent/%d?frame=%d", id, s.Frame))
		now := ""
		for _, p := range m.Places {
			if p.Block != nil && p.Active {
				now = p.Block.Fields[0].Now
			}
		}
		if s.Known {
			known++
			assert.Equal(t, now, s.Text)
			assert.Equal(t, s.Text, strconv.FormatFloat(*s.Number, 'g', -1, 64))
		} else {
			assert.Empty(t, now, "frame %d", s.Frame)
		}
	}
	assert.GreaterOrEqual(t, known, 4)
	assert.False(t, plots.Series[1].Samples[0].Known)
	part := get[wire.Plots](i, valuesOf(id, sprintf("&from=%d&to=%d", done[2].Frame, done[2].Frame), wire.Watched{Kind: wire.WatchField, Decider: "REST", Name: "Done"}))
	assert.Equal(t, []wire.Sample{done[2]}, part.Series[0].Samples)
}

func TestValuesRefuses(t *testing.T) {
	i := inspect(t, 2)
	id := uint64(i.ids[0])
	get[wire.Moment](i, sprintf("/api/agent/%d", id))
	many := make([]wire.Watched, maxWatched+1)
	for path, says := range map[string]string{
		sprintf("/api/agent/%d/values", id):                                             "JSON list",
		sprintf("/api/agent/%d/values?watch=[]", id):                                    "1 to 24 values",
		valuesOf(id, "", many...):                                                       "1 to 24 values",
		valuesOf(id, "", wire.Watched{Kind: "mood", Name: "x"}):                         `key, field, decide, entries or iteration, not "mood"`,
		valuesOf(id, "", wire.Watched{Kind: wire.WatchDecide}):                          "needs a decider",
		valuesOf(id, "", wire.Watched{Kind: wire.WatchKey}):                             "needs its name",
		valuesOf(id, "&from=x", wire.Watched{Kind: wire.WatchKey, Name: "x"}):           "whole number",
		sprintf("/api/agent/%d/values?watch=%s", id, strings.Repeat("%5B", 4000)):       "JSON list",
		sprintf("/api/agent/%d/values?watch=%s", id, url.QueryEscape(`[{"mood":"x"}]`)): "unknown field",
	} {
		p := i.refused(http.MethodGet, path, nil, http.StatusBadRequest, wire.ProblemBad)
		assert.Contains(t, p.Error, says, path)
	}
	i.refused(http.MethodGet, valuesOf(99, "", wire.Watched{Kind: wire.WatchKey, Name: "x"}), nil, http.StatusNotFound, wire.ProblemNotFound)
}

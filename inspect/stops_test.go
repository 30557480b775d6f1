package inspect

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/wire"
)

// TestValueBreakpoint: the world pauses after the frame in which a field of a block has come to a number, and a log point
// writes its value without a pause.
func TestValueBreakpoint(t *testing.T) {
	i := inspect(t, 5)
	id := uint64(i.ids[2])
	s := i.connect()
	done := wire.Watched{Kind: wire.WatchField, Decider: "REST", Name: "Done"}
	get[wire.Moment](i, sprintf("/api/agent/%d", id))
	log := post[wire.Breakpoints](i, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: wire.Breakpoint{
		On: wire.OnActivated, Decider: "REST", Crowd: "FLOCK", With: "0x2", Log: true, Values: []wire.Watched{done},
	}})
	require.Len(t, log.Breakpoints, 1)
	post[wire.Breakpoints](i, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: wire.Breakpoint{
		On: wire.OnValue, Agent: id, Value: &done, Is: ">=", To: "3",
	}})
	n := i.frames()
	require.Eventually(t, func() bool { return i.frames() > n+3 }, 10*time.Second, time.Millisecond)
	i.between(func() { require.NoError(t, i.crowd.SetFlags(i.ids[2], tired, 0)) })
	paused := until(s, "paused", func(c wire.Control) bool { return c.Stopped != nil })
	hit := paused.Stopped
	assert.Equal(t, id, hit.Agent)
	assert.Equal(t, sprintf("REST.Done of #%d is 3, >= 3", id), hit.Words)
	m := get[wire.Moment](i, sprintf("/api/agent/%d?frame=%d", id, hit.Frame))
	for _, p := range m.Places {
		if p.Block != nil && p.Active {
			assert.Equal(t, "3", p.Block.Fields[0].Now)
		}
	}
	lines := get[wire.Log](i, "/api/log")
	require.Len(t, lines.Lines, 1)
	assert.Equal(t, hit.Frame-2, lines.Lines[0].Frame)
	assert.Equal(t, sprintf("REST of #%d has become active; REST.Done = 1", id), lines.Lines[0].Words)
	assert.Empty(t, get[wire.Log](i, sprintf("/api/log?since=%d", lines.Next)).Lines)
	until(s, "frame", func(f wire.Frame) bool { return f.Logged == 1 })
	p := i.refused(http.MethodPost, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: wire.Breakpoint{
		On: wire.OnValue, Value: &done, Is: ">=", To: "3",
	}}, http.StatusBadRequest, wire.ProblemBad)
	assert.Contains(t, p.Error, "needs an agent")
	i.refused(http.MethodPost, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: wire.Breakpoint{
		On: wire.OnValue, Agent: id, Value: &wire.Watched{Kind: wire.WatchDecide, Decider: "RESTT"}, Is: ">=", To: "3",
	}}, http.StatusNotFound, wire.ProblemNotFound)
	i.refused(http.MethodGet, "/api/log?since=x", nil, http.StatusBadRequest, wire.ProblemBad)
}

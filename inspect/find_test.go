package inspect

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// search asks a query and reads all lines of the answer.
func (i *inspected) search(line string, more string) (found wire.Found, steps []wire.Finding) {
	i.t.Helper()
	answer, err := i.http.Do(request(i.t, i.ins, http.MethodGet, "/api/find?query="+url.QueryEscape(line)+more, nil))
	require.NoError(i.t, err)
	defer answer.Body.Close()
	require.Equal(i.t, http.StatusOK, answer.StatusCode)
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		var step wire.Finding
		require.NoError(i.t, json.Unmarshal(lines.Bytes(), &step), lines.Text())
		steps = append(steps, step)
	}
	last := steps[len(steps)-1]
	require.Nil(i.t, last.Problem)
	require.NotNil(i.t, last.Found)
	return *last.Found, steps
}

// TestFind: a query over a running game finds the sheep that heard the bang, where they stood, and what why says of them.
func TestFind(t *testing.T) {
	i := inspect(t, 200, func(o *Options) {
		o.Names.NameOf = func(id world.AgentID) string { return sprintf("Dolly%d", id%10) }
	})
	s := i.connect()
	post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true, Agents: []uint64{uint64(i.ids[0])}})
	until[wire.SceneView](s, "scene", nil)
	until(s, "frame", func(f wire.Frame) bool { return f.Named > 0 })
	heard := map[uint64]bool{}
	i.between(func() {
		for _, id := range i.ids[:20] {
			heard[uint64(id)] = true
			require.NoError(t, i.crowd.Stimulate(id, bang()))
		}
	})
	n := i.frames()
	require.Eventually(t, func() bool { return i.frames() > n+30 }, 10*time.Second, time.Millisecond)
	post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "pause"})
	found, steps := i.search("PANIC began last 200 frames", "")
	assert.Equal(t, 200, found.Searched)
	assert.Zero(t, found.Unrecorded)
	assert.Equal(t, 20, found.Agents)
	require.Len(t, found.Hits, 20)
	assert.Equal(t, steps[len(steps)-1].Hits, 20)
	counted := 0
	for _, b := range found.Bins {
		counted += b.Agents
	}
	assert.Equal(t, 20, counted)
	for _, h := range found.Hits {
		assert.True(t, heard[h.Agent])
		assert.NotEmpty(t, h.Name)
		told := get[wire.Why](i, sprintf("/api/agent/%d/why?decider=PANIC&frame=%d", h.Agent, h.From))
		assert.Contains(t, told.Words, h.Words)
	}
	require.NotNil(t, found.Heat)
	at := 0
	for _, n := range found.Heat.Counts {
		at += n
	}
	assert.Equal(t, 20, at)
	one, _ := i.search(sprintf(`PANIC active of #%d`, i.ids[3]), "")
	assert.Equal(t, 1, one.Searched)
	require.Len(t, one.Hits, 1)
	early, _ := i.search("PANIC began", sprintf("&frame=%d", found.Hits[0].From-1))
	assert.Zero(t, early.All, "before the bang nobody panicked")
	some, _ := i.search("PANIC began", "&limit=3")
	assert.Len(t, some.Hits, 3)
	assert.Equal(t, 20, some.All)
}

func TestFindRefuses(t *testing.T) {
	i := inspect(t, 3)
	for _, c := range []struct {
		line, more string
		status     int
		code, says string
	}{
		{"", "", 400, wire.ProblemBad, "the name of a decider is missing"},
		{"PANIC rejectd", "", 400, wire.ProblemBad, "did you mean rejected?"},
		{"PANICK active", "", 404, wire.ProblemNotFound, "did you mean PANIC?"},
		{"PANIC active with Tird", "", 404, wire.ProblemNotFound, "did you mean Tired?"},
		{"PANIC active in crowd <script>", "", 404, wire.ProblemNotFound, `does not have a crowd "<script>"`},
		{"PANIC active", "&limit=0", 400, wire.ProblemBad, "limit is 1 to"},
		{"PANIC active", "&frame=x", 400, wire.ProblemBad, "whole number"},
		{"PANIC active", "&recording=none", 404, wire.ProblemNotFound, "no recording"},
		{strings.Repeat("x", 3000) + " active", "", 400, wire.ProblemBad, "at most 2000 bytes"},
	} {
		p := i.refused(http.MethodGet, "/api/find?query="+url.QueryEscape(c.line)+c.more, nil, c.status, c.code)
		assert.Contains(t, p.Error, c.says, c.line)
	}
}

func TestFindCompletes(t *testing.T) {
	i := inspect(t, 3)
	ask := func(line string) (texts []string, wrong *wire.Wrong) {
		c := get[wire.Completions](i, "/api/find/complete?query="+url.QueryEscape(line))
		for _, of := range c.Completions {
			texts = append(texts, of.Text)
		}
		return texts, c.Wrong
	}
	texts, wrong := ask("p")
	assert.Equal(t, []string{"PANIC"}, texts)
	assert.NotNil(t, wrong)
	texts, wrong = ask("PANIC rejected by ")
	assert.Contains(t, texts, "stimuli")
	assert.Equal(t, 18, wrong.From)
	_, wrong = ask(`"🐑" rejectd`)
	assert.Equal(t, &wire.Wrong{From: 5, To: 12, Words: `"rejectd" is not an outcome (column 5); did you mean rejected?`}, wrong)
	texts, wrong = ask("PANIC active")
	assert.Nil(t, wrong)
	assert.Empty(t, texts)
	texts, _ = ask("PANIC active with ")
	assert.Equal(t, []string{"Scared", "Tired", "HeardBang"}, texts)
}

// TestFindIsBounded: further queries are refused while some run, and one ends with its page.
func TestFindIsBounded(t *testing.T) {
	i := inspect(t, 2)
	srv := i.ins.server
	for range maxFinds {
		srv.finds <- struct{}{}
	}
	i.refused(http.MethodGet, "/api/find?query=PANIC+active", nil, http.StatusServiceUnavailable, wire.ProblemBusy)
	<-srv.finds
	ctx, cancel := context.WithCancel(context.Background())
	i.mu.Lock() // the game makes no frames, so that the query waits
	go func() {
		time.Sleep(50 * time.Millisecond)
		cancel()
	}()
	answer, err := i.http.Do(request(t, i.ins, http.MethodGet, "/api/find?query=PANIC+active", nil).WithContext(ctx))
	if err == nil {
		answer.Body.Close()
	}
	require.Eventually(t, func() bool { return len(srv.finds) == maxFinds-1 }, 2*time.Second, time.Millisecond)
	i.mu.Unlock()
	<-srv.finds
	_, _ = i.search("PANIC active", "")
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/internal/wire"
)

// TestForksOfManyCreatures: of many creatures only some are recorded, and which ones changes with the pages and the pace
// of the game. A fork compares these, and the ones that it changes.
func TestForksOfManyCreatures(t *testing.T) {
	sizes := trials.Sizes(24, 1100, 5000)
	if os.Getenv("DECIDERTREE_TRIALS") != "" {
		sizes = append(sizes, 20_000)
	}
	for _, n := range sizes {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			p := inspectedDemo(t, n)
			var page []struct{ Data json.RawMessage }
			p.do(t, http.MethodGet, "/api/poll", nil, &page)
			var welcome wire.Welcome
			require.NoError(t, json.Unmarshal(page[0].Data, &welcome))
			p.run(t, 20)
			all := p.sim.Beings()
			first, last := uint64(all[0].ID), uint64(all[len(all)-1].ID)
			p.do(t, http.MethodPost, "/api/watch", wire.Watch{Client: welcome.Client, Agents: []uint64{last}, Scene: true}, nil)
			p.run(t, 40)
			now := p.sim.World.Frame()
			for _, from := range []uint64{now - 25, now} {
				var f wire.Fork
				p.do(t, http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Frames: 10}, &f)
				assert.Empty(t, f.Differences, "no change, no difference")
				for _, agent := range []uint64{first, last} {
					act := wire.Act{Do: "reset", Agent: agent}
					p.do(t, http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Frames: 10, Changes: []wire.Act{act}}, &f)
					if assert.NotEmpty(t, f.Differences) {
						assert.Equal(t, agent, f.Differences[0].Agent)
					}
				}
			}
		})
	}
}

// played is a simulation with an inspector; the test makes its frames.
type played struct {
	sim    *sim.Sim
	seeing *seeing
}

func inspectedDemo(t *testing.T, agents int) *played {
	t.Helper()
	p := &played{}
	var err error
	p.sim, err = sim.New(sim.Options{Seed: 34, Agents: agents, Workers: 2})
	require.NoError(t, err)
	p.seeing, err = lookAt(config{agents: agents, inspect: loopback}, func() *sim.Sim { return p.sim })
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.seeing.end()) })
	return p
}

// run makes frames at about the demo's pace.
func (p *played) run(t *testing.T, frames int) {
	t.Helper()
	pace := time.NewTicker(time.Second / 60)
	defer pace.Stop()
	for until := p.sim.World.Frame() + uint64(frames); p.sim.World.Frame() < until; <-pace.C {
		for range p.seeing.inspector.Frame() {
			require.NoError(t, p.sim.Step())
		}
	}
}

// do asks the server, which needs the game's frames to answer.
func (p *played) do(t *testing.T, method, path string, body, answer any) {
	t.Helper()
	status, text := p.ask(t, method, path, body)
	require.Equal(t, http.StatusOK, status, "%s: %s", path, text)
	if answer != nil {
		require.NoError(t, json.Unmarshal(text, answer))
	}
}

func (p *played) ask(t *testing.T, method, path string, body any) (status int, text []byte) {
	t.Helper()
	at, err := url.Parse(p.seeing.url())
	require.NoError(t, err)
	var sent []byte
	if body != nil {
		sent, err = json.Marshal(body)
		require.NoError(t, err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+at.Host+path, bytes.NewReader(sent))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+at.Query().Get("token"))
	r.Header.Set("Content-Type", "application/json")
	var failed error
	over := make(chan struct{})
	go func() {
		defer close(over)
		var a *http.Response
		if a, failed = http.DefaultClient.Do(r); failed != nil {
			return
		}
		defer a.Body.Close()
		status = a.StatusCode
		text, failed = io.ReadAll(a.Body)
	}()
	for {
		select {
		case <-over:
			require.NoError(t, failed)
			return status, text
		case <-time.After(time.Second / 30):
			for range p.seeing.inspector.Frame() {
				require.NoError(t, p.sim.Step())
			}
		}
	}
}

// TestEachOfManyCreaturesCanBeInspected: a creature needs a larger ring than the demo's share of memory gives it.
func TestEachOfManyCreaturesCanBeInspected(t *testing.T) {
	p := inspectedDemo(t, 9000)
	open := func() { p.do(t, http.MethodGet, "/api/poll", nil, nil) } // on a slow machine a page is given up between two steps
	open()
	p.run(t, 10)
	all := p.sim.Beings()
	for _, b := range []*sim.Being{all[0], all[len(all)-1]} {
		var m wire.Moment
		open()
		p.ask(t, http.MethodGet, fmt.Sprintf("/api/agent/%d", b.ID), nil)           // from here on it is recorded
		for tries, status := 0, 0; status != http.StatusOK && tries < 60; tries++ { // as a page does; it has its turn among others
			p.run(t, 5)
			open()
			status, _ = p.ask(t, http.MethodGet, fmt.Sprintf("/api/agent/%d", b.ID), nil)
		}
		p.do(t, http.MethodGet, fmt.Sprintf("/api/agent/%d", b.ID), nil, &m)
		assert.NotEmpty(t, m.Places)
		assert.NotEmpty(t, m.Text)
	}
}

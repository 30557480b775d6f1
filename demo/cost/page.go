package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// settling is the time after which ages count: until then views come for the first time.
const settling = 2 * time.Second

// ages are the greatest ages of views by name.
type ages map[string]time.Duration

func (a ages) String() string {
	var all []string
	for _, view := range slices.Sorted(maps.Keys(a)) {
		all = append(all, fmt.Sprintf("%s %.1f", view, a[view].Seconds()))
	}
	return strings.Join(all, ", ")
}

// page reads what the inspector's page would, as often.
type page struct {
	host, token string

	mu     sync.Mutex
	began  time.Time
	frames []made            // the frames that the server told of, in order
	shown  map[string]uint64 // by view: the frame that it shows
	seen   ages
	agent  uint64
	over   bool
}

// made is a frame and when the page heard of it.
type made struct {
	frame uint64
	at    time.Time
}

// watch reads until the game ends.
func (p *page) watch() {
	p.began, p.shown = time.Now(), map[string]uint64{}
	answer, err := p.ask(http.MethodGet, "/api/stream", nil)
	if err != nil {
		return // the game was over before
	}
	defer answer.Body.Close()
	var polling sync.WaitGroup
	polling.Go(func() { p.poll(time.Second, p.list) })
	polling.Go(func() { p.poll(time.Second/5, p.lanes) })
	defer polling.Wait()
	lines := bufio.NewReaderSize(answer.Body, 1<<20)
	name := ""
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		if rest, found := bytes.CutPrefix(line, []byte("event: ")); found {
			name = string(bytes.TrimSpace(rest))
		} else if data, found := bytes.CutPrefix(line, []byte("data: ")); found {
			p.take(name, data)
		}
	}
	p.mu.Lock()
	p.over = true
	p.mu.Unlock()
}

// take notes an event.
func (p *page) take(name string, data []byte) {
	var of struct {
		Client string
		Frame  uint64
	}
	if json.Unmarshal(data, &of) != nil {
		return
	}
	switch name {
	case "welcome":
		go p.begin(of.Client)
	case "frame":
		p.mu.Lock()
		p.frames = append(p.frames, made{of.Frame, time.Now()})
		p.grow()
		p.mu.Unlock()
	case "scene":
		p.show("map", of.Frame)
	case "crowd":
		p.show("leaves", of.Frame)
	case "agent":
		p.show("agent", of.Frame)
	}
}

func (p *page) show(view string, frame uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.grow()
	p.shown[view] = frame
}

// grow notes how old all views are now. The lock is held.
func (p *page) grow() {
	now := time.Now()
	if now.Sub(p.began) < settling {
		return
	}
	for view, frame := range p.shown {
		at := slices.IndexFunc(p.frames, func(m made) bool { return m.frame > frame }) // it has been old since then
		if at >= 0 {
			p.seen[view] = max(p.seen[view], now.Sub(p.frames[at].at))
		}
	}
}

// begin selects what the page is sent.
func (p *page) begin(client string) {
	for p.agent == 0 && !p.ended() {
		var all struct{ Agents []struct{ Agent uint64 } }
		p.get("/api/agents?limit=1", &all)
		if len(all.Agents) > 0 {
			p.mu.Lock()
			p.agent = all.Agents[0].Agent
			p.mu.Unlock()
		}
		time.Sleep(time.Second / 20)
	}
	body, _ := json.Marshal(map[string]any{"client": client, "agents": []uint64{p.agent}, "scene": true, "crowd": true})
	if answer, err := p.ask(http.MethodPost, "/api/watch", body); err == nil {
		answer.Body.Close()
	}
}

func (p *page) ended() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.over
}

func (p *page) poll(every time.Duration, do func()) {
	for ; !p.ended(); time.Sleep(every) {
		do()
	}
}

func (p *page) list() {
	var all struct{ Frame uint64 }
	if p.get("/api/agents?limit=100", &all) && all.Frame > 0 {
		p.show("list", all.Frame)
	}
}

func (p *page) lanes() {
	p.mu.Lock()
	agent, from := p.agent, uint64(0)
	if n := len(p.frames); n > 0 {
		from = max(p.frames[n-1].frame, 32) - 32
	}
	p.mu.Unlock()
	if agent != 0 {
		p.get(fmt.Sprintf("/api/agent/%d/lanes?from=%d", agent, from), nil)
	}
}

// get asks for something and reports whether it came.
func (p *page) get(path string, into any) bool {
	answer, err := p.ask(http.MethodGet, path, nil)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return err == nil && answer.StatusCode == http.StatusOK && (into == nil || json.Unmarshal(text, into) == nil)
}

func (p *page) ask(method, path string, body []byte) (*http.Response, error) {
	r, err := http.NewRequest(method, "http://"+p.host+path, bytes.NewReader(body))
	check(err)
	r.Header.Set("Authorization", "Bearer "+p.token)
	r.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(r)
}

package inspect

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Flags of the flock.
const (
	scared decider.DecisionFlags = 1 << iota
	tired
)

const heardBang stimuli.StimuliFlags = 1

var flockNames = debugprint.Names{Decision: debugprint.BitNames{"Scared", "Tired"}, Stimuli: debugprint.BitNames{"HeardBang"}}

// steps is a block with something to see.
type steps struct {
	Done int
	Left float64
}

// sheep is the mind of one of the flock.
var sheep = decider.Decider[int]{
	Name: "SHEEP",
	Children: []*decider.Decider[int]{
		{Name: "PANIC", StimuliFlags: stimuli.Check{All: heardBang}, Behavior: &behavior.Behavior[int]{Name: "PANIC"}},
		{Name: "FLEE", DecisionFlags: decider.Check{All: scared}, Behavior: &behavior.Behavior[int]{Name: "RUN"}},
		{Name: "REST", DecisionFlags: decider.Check{All: tired}, Cooldown: 2, Behavior: &behavior.WithBlock[int, steps]{
			Name: "REST",
			Tick: func(c *behavior.Context[int], b *steps) behavior.Status {
				if b.Done++; b.Done == 5 {
					return behavior.Failure
				}
				return behavior.Running
			},
		}},
		{Name: "GRAZE", Behavior: &behavior.Behavior[int]{Name: "CHEW", Tick: func(*behavior.Context[int]) behavior.Status { return behavior.Running }}},
	},
}

// flock is a world with a crowd of sheep.
type flock struct {
	t     testing.TB
	world *world.World
	crowd *crowd.Crowd[int]
	ids   []world.AgentID
	steps int

	ticking bool
}

func newFlock(t testing.TB, sheeps int) *flock {
	t.Helper()
	f := &flock{t: t, world: world.New(world.Options{Seed: 3})}
	tree, err := decider.InitializeTreeData(&sheep)
	require.NoError(t, err)
	f.crowd, err = crowd.New(f.world, tree, crowd.Options[int]{Name: "FLOCK", Workers: 1, StimuliEach: 4})
	require.NoError(t, err)
	for i := range sheeps {
		id, err := f.crowd.Add(i)
		require.NoError(t, err)
		f.ids = append(f.ids, id)
	}
	return f
}

// step makes a frame.
func (f *flock) step() {
	require.NoError(f.t, f.world.Advance(1.0/64))
	f.ticking = true
	_, err := f.crowd.Tick()
	f.ticking = false
	require.NoError(f.t, err)
	f.steps++
}

// Scene draws the flock in a row.
func (f *flock) Scene(m *Map) {
	m.Bounds(0, 0, float64(len(f.ids)), 10, false)
	if m.Behind(1) {
		m.Rectangle(0, 0, 5, 5, ColourWater, true, "pond")
	}
	m.Before()
	for i, id := range f.ids {
		m.Creature(id, float64(i)+0.5, 5, 1)
	}
	m.Circle(1, 2, 3, ColourHome, true, "")
}

// inspected is a flock with an inspector, and a goroutine that runs the game's loop.
type inspected struct {
	*flock
	ins  *Inspector
	http *http.Client

	mu    sync.Mutex // held by the loop while it runs the game; let go between frames
	stop  chan struct{}
	ended sync.WaitGroup
	once  sync.Once
}

// inspect runs a flock under an inspector until the test ends.
func inspect(t testing.TB, sheeps int, change ...func(*Options)) *inspected {
	t.Helper()
	f := newFlock(t, sheeps)
	o := Options{Title: "Flock", Names: flockNames, Scene: f}
	for _, c := range change {
		c(&o)
	}
	ins, err := Serve("127.0.0.1:0", f.world, o)
	require.NoError(t, err)
	i := &inspected{flock: f, ins: ins, stop: make(chan struct{}), http: &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{}}}
	i.ended.Add(1)
	go func() {
		defer i.ended.Done()
		for {
			select {
			case <-i.stop:
				return
			default:
			}
			i.mu.Lock()
			for range ins.Frame() {
				f.step()
			}
			i.mu.Unlock()
			time.Sleep(time.Millisecond)
		}
	}()
	t.Cleanup(i.end)
	return i
}

func (i *inspected) end() {
	i.once.Do(func() {
		close(i.stop)
		i.ended.Wait()
		require.NoError(i.t, i.ins.Close())
		i.http.CloseIdleConnections()
	})
}

// between runs something in the game's own time, between frames.
func (i *inspected) between(do func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	do()
}

// frames is how many frames the game has made.
func (i *inspected) frames() (n int) {
	i.between(func() { n = i.steps })
	return n
}

// address is a path of the server, without the token.
func addressOf(ins *Inspector, path string) string {
	u, _ := url.Parse(ins.URL())
	return "http://" + u.Host + path
}

func tokenOf(ins *Inspector) string {
	u, _ := url.Parse(ins.URL())
	return u.Query().Get("token")
}

// request makes one with the token.
func request(t testing.TB, ins *Inspector, method, path string, body any) *http.Request {
	t.Helper()
	var from io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		from = strings.NewReader(b)
	case []byte:
		from = bytes.NewReader(b)
	default:
		text, err := json.Marshal(b)
		require.NoError(t, err)
		from = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(context.Background(), method, addressOf(ins, path), from)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+tokenOf(ins))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// ask sends a request and reads the answer.
func ask(t testing.TB, c *http.Client, r *http.Request, into any) (status int, problem wire.Problem) {
	t.Helper()
	answer, err := c.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	if answer.StatusCode != http.StatusOK {
		require.NoError(t, json.Unmarshal(text, &problem), "%s", text)
		require.NotEmpty(t, problem.Error)
		return answer.StatusCode, problem
	}
	if into != nil {
		require.NoError(t, json.Unmarshal(text, into), "%s", text)
	}
	return answer.StatusCode, problem
}

// get is ask for something that must be answered.
func get[T any](i *inspected, path string) (answer T) {
	i.t.Helper()
	status, problem := ask(i.t, i.http, request(i.t, i.ins, http.MethodGet, path, nil), &answer)
	require.Equal(i.t, http.StatusOK, status, "%s: %v", path, problem)
	return answer
}

func post[T any](i *inspected, path string, body any) (answer T) {
	i.t.Helper()
	status, problem := ask(i.t, i.http, request(i.t, i.ins, http.MethodPost, path, body), &answer)
	require.Equal(i.t, http.StatusOK, status, "%s: %v", path, problem)
	return answer
}

// refused is for a request that must fail.
func (i *inspected) refused(method, path string, body any, status int, code string) wire.Problem {
	i.t.Helper()
	got, problem := ask(i.t, i.http, request(i.t, i.ins, method, path, body), nil)
	require.Equal(i.t, status, got, "%s: %v", path, problem)
	require.Equal(i.t, code, problem.Code, "%s: %v", path, problem)
	return problem
}

// stream is a page's stream.
type stream struct {
	t      testing.TB
	client string
	lines  *bufio.Reader
	close  func()
}

// connect opens a stream and reads the welcome.
func (i *inspected) connect() *stream {
	i.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	transport := &http.Transport{}
	answer, err := (&http.Client{Transport: transport}).Do(request(i.t, i.ins, http.MethodGet, "/api/stream", nil).WithContext(ctx))
	require.NoError(i.t, err)
	require.Equal(i.t, http.StatusOK, answer.StatusCode)
	s := &stream{t: i.t, lines: bufio.NewReader(answer.Body), close: func() {
		cancel()
		answer.Body.Close()
		transport.CloseIdleConnections()
	}}
	i.t.Cleanup(s.close)
	var w wire.Welcome
	name := s.next(&w)
	require.Equal(i.t, "welcome", name)
	s.client = w.Client
	return s
}

// next reads an event.
func (s *stream) next(into any) (name string) {
	s.t.Helper()
	for {
		line, err := s.lines.ReadString('\n')
		require.NoError(s.t, err)
		line = strings.TrimSuffix(line, "\n")
		switch key, value, _ := strings.Cut(line, ": "); key {
		case "event":
			name = value
		case "data":
			if into != nil {
				require.NoError(s.t, json.Unmarshal([]byte(value), into), "%s: %s", name, value)
			}
		case "":
			if name != "" {
				return name
			}
		}
	}
}

// until reads events up to one of a name that fits.
func until[T any](s *stream, name string, fits func(T) bool) (event T) {
	s.t.Helper()
	tooLong := time.AfterFunc(10*time.Second, s.close) // then next fails
	defer tooLong.Stop()
	for {
		var raw json.RawMessage
		if s.next(&raw) != name {
			continue
		}
		event = *new(T)
		require.NoError(s.t, json.Unmarshal(raw, &event))
		if fits == nil || fits(event) {
			return event
		}
	}
}

func sprintf(format string, a ...any) string { return fmt.Sprintf(format, a...) }

func bang() stimuli.Stimulus { return stimuli.Note(heardBang, 1) }

// activeLeaf is the leaf of the flock's tree that a moment shows as active: places are those of sheep's Describe, the root
// first and then its children in order.
func activeLeaf(m wire.Moment) string {
	for _, p := range m.Places {
		if p.Active && p.Place > 0 {
			return sheep.Children[p.Place-1].Name
		}
	}
	return ""
}

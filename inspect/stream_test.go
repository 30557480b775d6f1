package inspect

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

func TestAStreamTellsWhatIsWatched(t *testing.T) {
	t.Parallel() // most of it is waiting
	i := inspect(t, 5)
	s := i.connect()
	var hello wire.Hello
	require.Equal(t, "hello", s.next(&hello))
	assert.True(t, hello.Live)
	assert.Equal(t, 5, hello.Agents)
	assert.Equal(t, []string{"Scared", "Tired"}, hello.Names.Decision)
	require.Len(t, hello.Trees, 1)
	assert.Equal(t, "SHEEP", hello.Trees[0].Name)
	assert.Contains(t, string(hello.Trees[0].Description), `"GRAZE"`)
	require.Len(t, hello.Crowds, 1)
	assert.Equal(t, wire.CrowdInfo{Name: "FLOCK", Tree: hello.Trees[0].Fingerprint, Agents: 5}, hello.Crowds[0])
	assert.Equal(t, []string{"SHEEP", "PANIC", "FLEE", "REST", "GRAZE"}, hello.Leaves)

	post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true, Crowd: true, Agents: []uint64{uint64(i.ids[2])}, Heat: "GRAZE"})
	seen := map[string]int{}
	var last uint64
	var roster, backdrop int
	for seen["frame"] < 3 || seen["scene"] < 3 || seen["agent"] < 3 || seen["crowd"] < 2 {
		var raw json.RawMessage
		name := s.next(&raw)
		seen[name]++
		switch name {
		case "frame":
			f := parse[wire.Frame](t, raw)
			assert.True(t, f.Frame > last || seen[name] == 1, "frame %d after %d", f.Frame, last)
			assert.Equal(t, 5, f.Agents)
			last = f.Frame
		case "scene":
			v := parse[wire.SceneView](t, raw)
			if seen[name] == 1 {
				assert.Len(t, numbers[float64](t, v.IDs), 5)
				require.Len(t, v.Behind, 1)
				assert.Equal(t, "pond", v.Behind[0].Text)
				roster, backdrop = v.Roster, v.Backdrop
			} else {
				assert.Empty(t, v.IDs, "they are the same")
				assert.Empty(t, v.Behind, "it is the same")
			}
			assert.Equal(t, roster, v.Roster)
			assert.Equal(t, backdrop, v.Backdrop)
			assert.Equal(t, 5, v.Count)
			assert.InDelta(t, 2.5, numbers[float32](t, v.XY)[4], 1e-6)
			require.Len(t, v.Shapes, 1)
		case "agent":
			m := parse[wire.Moment](t, raw)
			assert.Equal(t, uint64(i.ids[2]), m.Agent)
			assert.Equal(t, "GRAZE", activeLeaf(m))
			require.NotEmpty(t, m.Events)
			assert.Regexp(t, `^tick of \S+ s`, m.Events[0].Words, "without the time and the agent")
			for _, e := range m.Events {
				assert.NotContains(t, e.Words, "#")
				assert.Equal(t, strings.TrimSpace(e.Words), e.Words)
			}
		case "crowd":
			v := parse[wire.CrowdView](t, raw)
			if v.Agents == 0 {
				continue // nobody was looked at yet
			}
			require.NotEmpty(t, v.Counts)
			assert.Equal(t, 5, v.Counts[0].Agents)
			if v.Heat != nil {
				sum := 0
				for _, n := range v.Heat.Counts {
					sum += n
				}
				assert.Equal(t, 5, sum)
			}
		}
	}
	v := until(s, "scene", func(v wire.SceneView) bool { return numbers[uint16](t, v.What)[0] != noLeaf })
	assert.Equal(t, "GRAZE", hello.Leaves[numbers[uint16](t, v.What)[0]])

	post[struct{}](i, "/api/watch", wire.Watch{Client: s.client})
	for range 20 { // what was on its way may still come
		s.next(nil)
	}
	for range 10 {
		assert.NotContains(t, []string{"scene", "agent", "crowd"}, s.next(nil))
	}
}

func parse[T any](t *testing.T, raw json.RawMessage) (v T) {
	t.Helper()
	require.NoError(t, json.Unmarshal(raw, &v))
	return v
}

// numbers are those of a column.
func numbers[T float64 | float32 | uint16](t *testing.T, text string) (all []T) {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	for len(b) > 0 {
		var v T
		switch p := any(&v).(type) {
		case *float64:
			*p, b = math.Float64frombits(binary.LittleEndian.Uint64(b)), b[8:]
		case *float32:
			*p, b = math.Float32frombits(binary.LittleEndian.Uint32(b)), b[4:]
		case *uint16:
			*p, b = binary.LittleEndian.Uint16(b), b[2:]
		}
		all = append(all, v)
	}
	return all
}

func TestAPausedWorldIsShownOnceMoreAndThenThereIsQuiet(t *testing.T) {
	i := inspect(t, 2)
	s := i.connect()
	post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true, Agents: []uint64{uint64(i.ids[0])}})
	post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "pause"})
	shown := map[uint64]int{} // creatures by frame
	wait := func(enough func(name string, raw json.RawMessage) bool) {
		tooLong := time.AfterFunc(10*time.Second, s.close) // then next fails
		defer tooLong.Stop()
		for {
			var raw json.RawMessage
			name := s.next(&raw)
			if name == "scene" {
				v := parse[wire.SceneView](t, raw)
				shown[v.Frame] = v.Count
			}
			if enough(name, raw) {
				return
			}
		}
	}
	var c wire.Control
	wait(func(name string, raw json.RawMessage) bool {
		if name == "paused" {
			c = parse[wire.Control](t, raw)
		}
		return c.Paused
	})
	frame := uint64(i.frames())
	assert.LessOrEqual(t, c.Frame, frame)
	post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true, Agents: []uint64{uint64(i.ids[1])}})
	var m wire.Moment
	wait(func(name string, raw json.RawMessage) bool { // the agent is told though nothing happens, the scene before or after it
		if name == "agent" {
			m = parse[wire.Moment](t, raw)
		}
		return m.Agent == uint64(i.ids[1]) && shown[frame] > 0
	})
	assert.Equal(t, frame, m.Asked)
	assert.Equal(t, 2, shown[frame])
	for range 50 {
		i.between(func() {})
		time.Sleep(time.Millisecond)
	}
	assert.Equal(t, frame, i.ins.server.link.status.Load().frame)
	i.ins.server.each(func(c *client) {
		events, _ := c.take(time.Now())
		assert.Empty(t, events, "nothing has changed: nothing is sent")
	})
}

func TestAPageWithoutAStreamPolls(t *testing.T) {
	i := inspect(t, 2)
	for range maxStreams {
		i.connect()
	}
	i.refused(http.MethodGet, "/api/stream", nil, http.StatusServiceUnavailable, wire.ProblemBusy)
	first := get[[]polledEvent](i, "/api/poll")
	require.GreaterOrEqual(t, len(first), 2)
	require.Equal(t, "welcome", first[0].Event)
	require.Equal(t, "hello", first[1].Event)
	client := parse[wire.Welcome](t, first[0].Data).Client
	post[struct{}](i, "/api/watch", wire.Watch{Client: client, Scene: true})
	require.Eventually(t, func() bool {
		for _, e := range get[[]polledEvent](i, "/api/poll?client="+client) {
			if e.Event == "scene" {
				return true
			}
		}
		return false
	}, 10*time.Second, 20*time.Millisecond)
	i.refused(http.MethodGet, "/api/poll?client=nobody", nil, http.StatusNotFound, wire.ProblemNotFound)
	i.refused(http.MethodPost, "/api/watch", wire.Watch{Client: "nobody"}, http.StatusNotFound, wire.ProblemNotFound)
}

func TestThereAreOnlySoManyPages(t *testing.T) {
	i := inspect(t, 1)
	for range maxClients {
		get[[]polledEvent](i, "/api/poll")
	}
	i.refused(http.MethodGet, "/api/poll", nil, http.StatusServiceUnavailable, wire.ProblemBusy)
	srv := i.ins.server
	srv.mu.Lock()
	srv.sweep(time.Now().Add(2 * gone))
	srv.mu.Unlock()
	get[[]polledEvent](i, "/api/poll") // those that went without a word are forgotten
}

// A page that opens a stream and does not read must not hold up the game, and is dropped in the end.
func TestAPageThatNeverReads(t *testing.T) {
	t.Parallel() // most of it is waiting
	i := inspect(t, 5000)
	conn, err := net.Dial("tcp", i.ins.server.listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	require.NoError(t, conn.(*net.TCPConn).SetReadBuffer(1024))
	_, err = conn.Write([]byte("GET /api/stream HTTP/1.1\r\nHost: " + i.ins.server.listener.Addr().String() + "\r\nAuthorization: Bearer " + tokenOf(i.ins) + "\r\n\r\n"))
	require.NoError(t, err)
	var page *client
	require.Eventually(t, func() bool {
		i.ins.server.each(func(c *client) { page = c })
		return page != nil
	}, 5*time.Second, time.Millisecond)
	page.watchFor(wire.Watch{Scene: true, Crowd: true, Agents: []uint64{uint64(i.ids[0])}})
	i.ins.server.mu.Lock()
	i.ins.server.want()
	i.ins.server.mu.Unlock()

	longest := time.Duration(0)
	until := time.Now().Add(writeWithin + 20*time.Second)
	gone := false
	for time.Now().Before(until) && !gone {
		i.between(func() {
			began := time.Now()
			for range i.ins.Frame() {
			}
			longest = max(longest, time.Since(began))
		})
		pages := 0
		i.ins.server.each(func(*client) { pages++ })
		gone = pages == 0
		time.Sleep(time.Millisecond)
	}
	assert.True(t, gone, "it is sent off")
	assert.Less(t, longest, writeWithin/2, "Frame does not wait while the server does")
	page.mu.Lock()
	defer page.mu.Unlock()
	assert.LessOrEqual(t, len(page.must), maxMust)
	assert.LessOrEqual(t, len(page.latest), 4)
}

func TestPagesThatVanish(t *testing.T) {
	i := inspect(t, 3)
	for range 20 {
		s := i.connect()
		post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true})
		s.next(nil)
		s.close()
		require.Eventually(t, func() bool {
			n := 0
			i.ins.server.each(func(*client) { n++ })
			return n == 0
		}, 5*time.Second, time.Millisecond)
	}
	require.Eventually(t, func() bool { return !i.ins.server.link.wants.Load().scene }, 5*time.Second, time.Millisecond, "nobody wants scenes any more")
}

func TestCloseEndsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 3 {
		i := inspect(t, 3)
		s := i.connect()
		post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true, Crowd: true})
		s.next(nil)
		get[[]polledEvent](i, "/api/poll")
		idle, err := net.Dial("tcp", i.ins.server.listener.Addr().String())
		require.NoError(t, err)
		i.end()
		i.end()
		_, err = s.lines.ReadString(0)
		assert.Error(t, err, "the stream has ended")
		assert.NoError(t, i.ins.Close(), "a second Close does nothing")
		n := 0
		for range i.ins.Frame() {
			n++
		}
		assert.Equal(t, 1, n, "the game goes on")
		assert.Empty(t, i.ins.game.members.all)
		s.close()
		idle.Close()
	}
	var after int
	for range 200 {
		if after = runtime.NumGoroutine(); after <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	t.Fatalf("%d goroutines before, %d after:\n%s", before, after, stacks[:runtime.Stack(stacks, true)])
}

func TestClientQueuesAreBounded(t *testing.T) {
	c := newClient(time.Now())
	c.watchFor(wire.Watch{Agents: []uint64{1, 2}})
	for range 1000 {
		c.offer("frame", message{name: "frame"})
		c.offer(agentKind(1), message{name: "agent"})
		c.offer(agentKind(2), message{name: "agent"})
	}
	assert.Len(t, c.latest, 3)
	_, missed := c.watching()
	assert.Equal(t, 3*999, missed)
	c.watchFor(wire.Watch{Agents: []uint64{2}})
	events, ok := c.take(time.Now())
	assert.True(t, ok)
	assert.Len(t, events, 2, "what is not wanted any more is dropped")
	for range maxMust + 1 {
		c.tell(message{name: "paused"})
	}
	_, ok = c.take(time.Now())
	assert.False(t, ok, "who misses what must not be missed is lost")
}

func TestManyWorldsOneAfterTheOther(t *testing.T) {
	i := inspect(t, 2)
	s := i.connect()
	until[wire.Frame](s, "frame", func(f wire.Frame) bool { return f.Frame > 10 })
	other := newFlock(t, 7)
	i.between(func() {
		i.flock.world, i.flock.crowd, i.flock.ids = other.world, other.crowd, other.ids
		i.ins.LookAt(other.world)
		i.ins.LookAt(nil)
	})
	h := until(s, "hello", func(h wire.Hello) bool { return h.Agents == 7 })
	assert.Equal(t, 7, h.Crowds[0].Agents)
	until(s, "frame", func(f wire.Frame) bool { return f.Agents == 7 })
	var m wire.Moment
	for range 500 { // until it has ticked
		if m = get[wire.Moment](i, sprintf("/api/agent/%d", uint64(other.ids[6]))); activeLeaf(m) != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	assert.Equal(t, "GRAZE", activeLeaf(m))
	assert.Equal(t, world.AgentID(m.Agent), other.ids[6])
	assert.Contains(t, m.Text, "SHEEP")
}

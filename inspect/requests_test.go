package inspect

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
)

var posts = []string{"/api/note", "/api/watch", "/api/control", "/api/breakpoint", "/api/act", "/api/fork"}

func TestMalformedRequests(t *testing.T) {
	i := inspect(t, 1)
	for _, path := range posts {
		for _, body := range []string{"", "{", "[]", `"x"`, `{"unknown":1}`, `{} {}`, "\x00\xff", `{"do":1}`, strings.Repeat("[", 20_000), `{"agent":-1}`, `{"do":"x","agent":1e99}`} {
			status, problem := ask(t, i.http, request(t, i.ins, http.MethodPost, path, body), nil)
			assert.GreaterOrEqual(t, status, 400, "%s %q", path, clip(body))
			assert.Less(t, status, 500, "%s %q: %v", path, clip(body), problem)
		}
		i.refused(http.MethodPost, path, strings.Repeat(" ", maxBody+1), http.StatusRequestEntityTooLarge, wire.ProblemTooLarge)
		r := request(t, i.ins, http.MethodPost, path, "{}")
		r.Header.Set("Content-Type", "text/plain") // what a form of another site could send
		status, _ := ask(t, i.http, r, nil)
		assert.Equal(t, http.StatusBadRequest, status, path)
	}
	for _, path := range []string{
		"/api/agent/x", "/api/agent/-1", "/api/agent/99999999999999999999", "/api/agents?offset=x", "/api/agents?limit=0", "/api/agents?limit=501",
		"/api/agents?flag=zz", "/api/agents?stimulus=zz", "/api/scene?frame=x", "/api/recording?agents=1,x", sprintf("/api/agent/%d?frame=x", i.ids[0]),
		sprintf("/api/agent/%d/why", i.ids[0]), sprintf("/api/agent/%d/lanes?from=x", i.ids[0]), sprintf("/api/agent/%d/lanes?to=x", i.ids[0]),
		sprintf("/api/agent/%d/why?decider=GRAZE&place=x", i.ids[0]),
	} {
		i.refused(http.MethodGet, path, nil, http.StatusBadRequest, wire.ProblemBad)
	}
	for _, path := range []string{
		"/nowhere", "/api/", "/api/agent/99999", "/assets/nothing.js", "/assets/..%2finspect.go", "/assets/%2e%2e/inspect.go", "/api/hello?recording=none",
		"/api/agents?recording=none", "/api/recording?recording=none", sprintf("/api/agent/%d/why?decider=NOBODY", i.ids[0]),
	} {
		status, _ := ask(t, i.http, request(t, i.ins, http.MethodGet, path, nil), nil)
		assert.Equal(t, http.StatusNotFound, status, path)
	}
}

func TestMethodsAreChecked(t *testing.T) {
	i := inspect(t, 1)
	for _, path := range append(posts, "/api/open") {
		for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete, http.MethodOptions, "BREW"} {
			i.refused(method, path, nil, http.StatusMethodNotAllowed, wire.ProblemMethod)
		}
	}
	for _, path := range []string{"/", "/api/hello", "/api/stream", "/api/agents", "/api/agent/1", "/api/recording", "/api/poll"} {
		i.refused(http.MethodPost, path, "{}", http.StatusMethodNotAllowed, wire.ProblemMethod)
	}
}

func TestLargeAndSlowRequests(t *testing.T) {
	t.Parallel() // most of it is waiting
	i := inspect(t, 1)
	r := request(t, i.ins, http.MethodGet, "/api/hello", nil)
	r.Header.Set("X-Large", strings.Repeat("a", 64<<10))
	answer, err := i.http.Do(r)
	require.NoError(t, err)
	answer.Body.Close()
	assert.Equal(t, http.StatusRequestHeaderFieldsTooLarge, answer.StatusCode)

	conn, err := net.Dial("tcp", i.ins.server.listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	_, err = conn.Write([]byte("GET / HTTP/1.1\r\n")) // and nothing more
	require.NoError(t, err)
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(15*time.Second)))
	_, err = io.ReadAll(conn)
	assert.NoError(t, err, "the server hangs up by itself")
}

// send writes a request to a connection of its own.
func (i *inspected) send(text string) net.Conn {
	conn, err := net.Dial("tcp", i.ins.server.listener.Addr().String())
	require.NoError(i.t, err)
	i.t.Cleanup(func() { conn.Close() })
	_, err = io.WriteString(conn, text)
	require.NoError(i.t, err)
	return conn
}

// slowUpload begins an upload of a recording and sends a few bytes of it.
func (i *inspected) slowUpload() net.Conn {
	host := strings.TrimPrefix(addressOf(i.ins, ""), "http://")
	return i.send(sprintf("POST /api/open HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 1000000\r\n\r\nabc", host, tokenOf(i.ins)))
}

// Uploads whose bytes do not come hold up nothing but uploads, and not for long.
func TestSlowUploads(t *testing.T) {
	t.Parallel() // most of it is waiting
	i := inspect(t, 1)
	require.Eventually(t, func() bool { return i.frames() > 5 }, 5*time.Second, time.Millisecond)
	began := time.Now()
	first := i.slowUpload()
	for range maxUploads - 1 {
		i.slowUpload()
	}
	require.Eventually(t, func() bool { return len(i.ins.server.uploads) == maxUploads }, 5*time.Second, time.Millisecond)
	i.http.Timeout = 5 * time.Second
	get[wire.Moment](i, sprintf("/api/agent/%d", i.ids[0]))
	get[wire.Why](i, sprintf("/api/agent/%d/why?decider=PANIC", i.ids[0]))
	i.refused(http.MethodPost, "/api/open", []byte("one more"), http.StatusServiceUnavailable, wire.ProblemBusy)

	require.NoError(t, first.SetReadDeadline(began.Add(uploadRest+10*time.Second)))
	answer, err := http.ReadResponse(bufio.NewReader(first), nil)
	require.NoError(t, err)
	assert.Equal(t, http.StatusRequestTimeout, answer.StatusCode)
	require.Eventually(t, func() bool { return len(i.ins.server.uploads) == 0 }, 5*time.Second, time.Millisecond)
	i.refused(http.MethodPost, "/api/open", []byte("nonsense"), http.StatusBadRequest, wire.ProblemBad)
}

// Connections without the token, idle or with half a request, keep nobody out; those of pages stay.
func TestManyConnections(t *testing.T) {
	t.Parallel()
	i := inspect(t, 1)
	s := i.connect()
	for n := range maxConnections + 10 {
		i.send([]string{"", "GET /", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "POST /api/open HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"}[n%4])
	}
	i.http.Timeout = 3 * time.Second
	i.http.CloseIdleConnections()
	get[wire.Hello](i, "/api/hello")
	until[wire.Frame](s, "frame", nil)
}

func TestThePast(t *testing.T) {
	i := inspect(t, 2)
	agent := uint64(i.ids[0])
	path := sprintf("/api/agent/%d", agent)
	var calm, frightened uint64
	require.Eventually(t, func() bool { return i.frames() > 5 }, 5*time.Second, time.Millisecond)
	i.between(func() {
		calm = i.world.Frame()
		require.NoError(t, i.crowd.SetFlags(i.ids[0], scared, 0))
	})
	frightened = calm + 1
	require.Eventually(t, func() bool { return get[wire.Hello](i, "/api/hello").Frame > frightened+5 }, 5*time.Second, time.Millisecond)

	m := get[wire.Moment](i, path+sprintf("?frame=%d", calm))
	assert.Equal(t, calm, m.Frame)
	assert.Equal(t, "GRAZE", activeLeaf(m))
	m = get[wire.Moment](i, path+sprintf("?frame=%d", frightened))
	assert.Equal(t, frightened, m.Frame)
	assert.Equal(t, "FLEE", activeLeaf(m))
	assert.Equal(t, []string{"Scared"}, m.Flags.Names)
	outcome := map[string]wire.PlaceState{}
	for _, p := range m.Places {
		name := "SHEEP"
		if p.Place > 0 {
			name = sheep.Children[p.Place-1].Name
		}
		outcome[name] = p
	}
	assert.Equal(t, wire.OutcomeContinued, outcome["SHEEP"].Outcome)
	assert.Equal(t, wire.OutcomeRejected, outcome["PANIC"].Outcome)
	assert.Equal(t, "StimuliFlags", outcome["PANIC"].Check)
	assert.Equal(t, wire.OutcomeEntered, outcome["FLEE"].Outcome)
	assert.Equal(t, wire.OutcomeNotReached, outcome["REST"].Outcome)
	assert.Equal(t, wire.OutcomeLeft, outcome["GRAZE"].Outcome)
	assert.Equal(t, "Interrupted", outcome["GRAZE"].Reason)
	assert.True(t, outcome["GRAZE"].Was)
	assert.False(t, outcome["GRAZE"].Active)

	why := get[wire.Why](i, path+sprintf("/why?decider=PANIC&frame=%d", frightened))
	assert.Contains(t, why.Words, "HeardBang")
	require.NotEmpty(t, why.Lines)
	assert.Equal(t, uint64(frightened), why.Frame)
	why = get[wire.Why](i, path+"/why?decider=FLEE") // of now
	assert.Contains(t, why.Words, "FLEE")

	lanes := get[wire.Lanes](i, path+"/lanes")
	spans := map[string][]wire.Span{}
	for _, l := range lanes.Lanes {
		spans[l.Decider] = l.Spans
	}
	require.NotEmpty(t, spans["GRAZE"])
	assert.Equal(t, frightened, spans["GRAZE"][0].To)
	assert.Equal(t, "Interrupted", spans["GRAZE"][0].Reason)
	require.NotEmpty(t, spans["FLEE"])
	assert.Equal(t, frightened, spans["FLEE"][0].From)
	kinds := map[string]bool{}
	for _, mark := range lanes.Marks {
		kinds[mark.Kind] = true
	}
	assert.True(t, kinds["flag"])
	some := get[wire.Lanes](i, path+sprintf("/lanes?from=%d&to=%d", frightened, frightened+2))
	assert.Equal(t, frightened, some.From)
	assert.Equal(t, frightened+2, some.To)

	i.refused(http.MethodGet, path+"/lanes?from=900000", nil, http.StatusNotFound, wire.ProblemNotRecorded)
}

func TestBlocksShowWhatHasChanged(t *testing.T) {
	i := inspect(t, 1)
	i.between(func() { require.NoError(t, i.crowd.SetFlags(i.ids[0], tired, 0)) })
	path := sprintf("/api/agent/%d", uint64(i.ids[0]))
	require.Eventually(t, func() bool {
		for _, p := range get[wire.Moment](i, path).Places {
			if p.Place == 3 && len(p.Timers) > 0 {
				return true // it has failed, and its cooldown runs
			}
		}
		return false
	}, 5*time.Second, time.Millisecond)
	lanes := get[wire.Lanes](i, path+"/lanes")
	var from uint64
	for _, l := range lanes.Lanes {
		if l.Decider == "REST" {
			require.NotEmpty(t, l.Spans)
			from = l.Spans[0].From
			assert.Equal(t, "Failed", l.Spans[0].Reason)
		}
	}
	m := get[wire.Moment](i, path+sprintf("?frame=%d", from+1))
	b := m.Places[3].Block
	require.NotNil(t, b)
	require.Len(t, b.Fields, 2)
	assert.Equal(t, wire.Field{Name: "Done", Type: "int", Now: "2", Was: "1"}, b.Fields[0])
	assert.Equal(t, "", b.Fields[1].Was, "it is the same")
}

func TestAgentsAndCrowd(t *testing.T) {
	i := inspect(t, 3000, func(o *Options) { o.Record.Agents = 1000 })
	i.between(func() {
		require.NoError(t, i.crowd.SetFlags(i.ids[7], scared, 0))
		require.NoError(t, i.crowd.SetFlags(i.ids[9], scared, 0))
	})
	require.Eventually(t, func() bool {
		a := get[wire.Agents](i, "/api/agents?decider=FLEE")
		return a.Total == 2 && a.All == 3000 && a.Indexed == 3000
	}, 10*time.Second, 5*time.Millisecond)
	a := get[wire.Agents](i, "/api/agents?decider=FLEE")
	require.Len(t, a.Agents, 2)
	assert.Equal(t, uint64(i.ids[7]), a.Agents[0].Agent)
	assert.Equal(t, []string{"SHEEP", "FLEE"}, a.Agents[0].Path)
	assert.Equal(t, "FLEE", a.Agents[0].Leaf)
	assert.Equal(t, "FLOCK", a.Agents[0].Crowd)
	assert.Equal(t, []string{"Scared"}, a.Agents[0].Flags.Names)
	assert.Equal(t, "Running", a.Agents[0].Status)
	assert.Equal(t, 2, get[wire.Agents](i, "/api/agents?flag=0x1").Total)
	assert.Equal(t, 0, get[wire.Agents](i, "/api/agents?stimulus=0x1").Total)
	assert.Equal(t, 0, get[wire.Agents](i, "/api/agents?crowd=NONE").Total)
	assert.Equal(t, 2, get[wire.Agents](i, "/api/agents?query=flee").Total)
	assert.Equal(t, 3000, get[wire.Agents](i, "/api/agents?query=flock").Total)
	assert.GreaterOrEqual(t, get[wire.Agents](i, sprintf("/api/agents?query=%d", i.ids[5])).Total, 1)
	page := get[wire.Agents](i, "/api/agents?offset=2990&limit=50")
	assert.Len(t, page.Agents, 10)
	assert.Equal(t, uint64(i.ids[2999]), page.Agents[9].Agent)

	v := get[wire.CrowdView](i, "/api/crowd")
	assert.Equal(t, 3000, v.Agents)
	counts := map[string]int{}
	for _, c := range v.Counts {
		counts[c.Decider] = c.Agents
	}
	assert.Equal(t, map[string]int{"SHEEP": 3000, "GRAZE": 2998, "FLEE": 2}, counts)

	// More agents than are recorded: who is asked about is from now on.
	limit := 0
	i.between(func() { limit = i.ins.game.chooser.limit })
	last := uint64(i.ids[2999])
	assert.Equal(t, 1000, limit)
	assert.False(t, page.Agents[9].Recorded)
	require.Eventually(t, func() bool {
		status, _ := ask(t, i.http, request(t, i.ins, http.MethodGet, sprintf("/api/agent/%d", last), nil), nil)
		return status == http.StatusOK
	}, 10*time.Second, 20*time.Millisecond)
}

func TestScenesOfThePast(t *testing.T) {
	i := inspect(t, 3)
	s := i.connect()
	post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true})
	first := until[wire.SceneView](s, "scene", nil)
	until(s, "scene", func(v wire.SceneView) bool { return v.Frame > first.Frame+20 })
	v := get[wire.SceneView](i, sprintf("/api/scene?frame=%d", first.Frame+1))
	assert.LessOrEqual(t, v.Frame, first.Frame+1)
	assert.NotEmpty(t, v.IDs)
	assert.NotEmpty(t, v.Behind)
	assert.Greater(t, get[wire.SceneView](i, "/api/scene").Frame, first.Frame)
}

func TestRecordingsAreDownloadedOpenedAndViewed(t *testing.T) {
	i := inspect(t, 4)
	require.Eventually(t, func() bool { return i.frames() > 20 }, 5*time.Second, time.Millisecond)
	answer, err := i.http.Do(request(t, i.ins, http.MethodGet, "/api/recording", nil))
	require.NoError(t, err)
	text, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode)
	assert.Equal(t, `attachment; filename="Flock.decisions"`, answer.Header.Get("Content-Disposition"))
	path := filepath.Join(t.TempDir(), "flock")
	require.NoError(t, os.WriteFile(path, text, 0o600))

	opened := post[wire.Opened](i, "/api/open", text)
	assert.Equal(t, 4, opened.Agents)
	in := "recording=" + opened.Recording
	hello := get[wire.Hello](i, "/api/hello?"+in)
	assert.False(t, hello.Live)
	assert.False(t, hello.Can.Control)
	assert.Equal(t, opened.Last, hello.Frame)
	assert.Equal(t, []string{"Scared", "Tired"}, hello.Names.Decision)
	m := get[wire.Moment](i, sprintf("/api/agent/%d?frame=%d&%s", i.ids[1], opened.Last, in))
	assert.Equal(t, "GRAZE", activeLeaf(m))
	assert.Contains(t, get[wire.Hello](i, "/api/hello").Recordings, opened.Recording)
	i.refused(http.MethodGet, "/api/agent/999?"+in, nil, http.StatusNotFound, wire.ProblemNotFound)
	i.refused(http.MethodPost, "/api/open", []byte("nonsense"), http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodPost, "/api/open", text[:len(text)/2], http.StatusBadRequest, wire.ProblemBad)
	for range maxShelf {
		post[wire.Opened](i, "/api/open", text)
	}
	i.refused(http.MethodGet, "/api/hello?"+in, nil, http.StatusNotFound, wire.ProblemNotFound) // there were newer ones

	rec, err := history.Load(bytes.NewReader(text))
	require.NoError(t, err)
	ins, err := View("127.0.0.1:0", rec, Options{})
	require.NoError(t, err)
	defer ins.Close()
	v := &inspected{flock: &flock{t: t}, ins: ins, http: i.http}
	hello = get[wire.Hello](v, "/api/hello")
	assert.False(t, hello.Live)
	assert.Equal(t, "Flock", hello.Title)
	assert.Equal(t, 4, hello.Agents)
	require.Len(t, hello.Crowds, 1)
	assert.Equal(t, "GRAZE", activeLeaf(get[wire.Moment](v, sprintf("/api/agent/%d", i.ids[1]))))
	a := get[wire.Agents](v, "/api/agents?decider=GRAZE")
	assert.Equal(t, 4, a.Total)
	assert.Equal(t, 4, get[wire.CrowdView](v, "/api/crowd").Agents)
	assert.NotEmpty(t, get[wire.Lanes](v, sprintf("/api/agent/%d/lanes", i.ids[1])).Lanes)
	v.refused(http.MethodPost, "/api/control", wire.ControlRequest{Do: "pause"}, http.StatusConflict, wire.ProblemNotLive)
	v.refused(http.MethodPost, "/api/act", wire.Act{Do: "reset", Agent: 1}, http.StatusConflict, wire.ProblemNotLive)
	assert.Equal(t, 4, get[wire.SceneView](v, "/api/scene").Count)
	s := v.connect()
	require.Equal(t, "hello", s.next(nil))
	n := 0
	for range ins.Frame() {
		n++
	}
	assert.Equal(t, 1, n)
	_, err = View("127.0.0.1:0", nil, Options{})
	assert.Error(t, err)
}

// TestNotes: what people write is told to all pages, is in the file, and comes back from it.
func TestNotes(t *testing.T) {
	i := inspect(t, 2)
	s := i.connect()
	assert.Equal(t, wire.Notes{Notes: []wire.Note{}}, get[wire.Notes](i, "/api/notes"))
	agent := uint64(i.ids[1])
	late := wire.Note{Frame: 40, Agent: agent, Decider: "FLEE", Words: "<b>why?</b>\x1b[31m"}
	post[wire.Notes](i, "/api/note", wire.NoteRequest{Do: "add", Note: late})
	all := post[wire.Notes](i, "/api/note", wire.NoteRequest{Do: "add", Note: wire.Note{ID: 99, Frame: 7}})
	late.ID = 1
	assert.Equal(t, []wire.Note{{ID: 2, Frame: 7}, late}, all.Notes, "by frame")
	assert.Equal(t, all, until(s, "notes", func(n wire.Notes) bool { return len(n.Notes) == 2 }))
	late.Words = "that is why"
	post[wire.Notes](i, "/api/note", wire.NoteRequest{Do: "change", Note: late})
	post[wire.Notes](i, "/api/note", wire.NoteRequest{Do: "remove", Note: wire.Note{ID: 2}})
	require.Eventually(t, func() bool { return i.frames() > 3 }, 5*time.Second, time.Millisecond)

	answer, err := i.http.Do(request(t, i.ins, http.MethodGet, "/api/recording", nil))
	require.NoError(t, err)
	file, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	require.NoError(t, err)
	rec, err := history.Load(bytes.NewReader(file))
	require.NoError(t, err)
	assert.Equal(t, []history.Note{{Frame: 40, Agent: i.ids[1], Decider: "FLEE", Words: "that is why"}}, rec.Notes())

	opened := post[wire.Opened](i, "/api/open", file)
	of := "?recording=" + opened.Recording
	notes := get[wire.Notes](i, "/api/notes"+of).Notes
	require.Len(t, notes, 1)
	assert.NotEqual(t, late.ID, notes[0].ID)
	assert.Equal(t, late.Words, notes[0].Words)
	post[wire.Notes](i, "/api/note"+of, wire.NoteRequest{Do: "add", Note: wire.Note{Words: "of the file alone"}})
	assert.Len(t, get[wire.Notes](i, "/api/notes").Notes, 1)
	answer, err = i.http.Do(request(t, i.ins, http.MethodGet, "/api/recording"+of, nil))
	require.NoError(t, err)
	rec, err = history.Load(answer.Body)
	answer.Body.Close()
	require.NoError(t, err)
	assert.Len(t, rec.Notes(), 2)

	for _, r := range []wire.NoteRequest{
		{}, {Do: "write"}, {Do: "add", Note: wire.Note{Words: strings.Repeat("x", history.MaxNoteWords+1)}}, {Do: "add", Note: wire.Note{Decider: strings.Repeat("x", 1001)}},
		{Do: "add", Note: wire.Note{Agent: 1 << 60}}, {Do: "add", Note: wire.Note{Frame: 1 << 63}}, {Do: "change", Note: wire.Note{ID: 1, Words: strings.Repeat("x", history.MaxNoteWords+1)}},
	} {
		i.refused(http.MethodPost, "/api/note", r, http.StatusBadRequest, wire.ProblemBad)
	}
	i.refused(http.MethodPost, "/api/note", wire.NoteRequest{Do: "remove", Note: wire.Note{ID: 2}}, http.StatusNotFound, wire.ProblemNotFound)
	i.refused(http.MethodPost, "/api/note", wire.NoteRequest{Do: "change"}, http.StatusNotFound, wire.ProblemNotFound)
	i.refused(http.MethodPost, "/api/note?recording=none", wire.NoteRequest{Do: "add"}, http.StatusNotFound, wire.ProblemNotFound)
	i.refused(http.MethodGet, "/api/notes?recording=none", nil, http.StatusNotFound, wire.ProblemNotFound)
	for range history.MaxNotes - 1 {
		require.NoError(t, i.ins.server.noted.Write("", nil, wire.NoteRequest{Do: "add"}))
	}
	problem := i.refused(http.MethodPost, "/api/note", wire.NoteRequest{Do: "add"}, http.StatusBadRequest, wire.ProblemBad)
	assert.Contains(t, problem.Error, "1000 notes")
}

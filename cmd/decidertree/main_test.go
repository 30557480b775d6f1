package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/world"
)

// record writes a recording of a small field to a file; with a bang in it that frightens creatures.
func record(t *testing.T, seconds float64, bang bool) string {
	t.Helper()
	return recordNamed(t, seconds, bang, nil)
}

// recordNamed is record of creatures with names.
func recordNamed(t *testing.T, seconds float64, bang bool, nameOf func(world.AgentID) string) string {
	t.Helper()
	return recordTitled(t, seconds, bang, nameOf, "")
}

// recordTitled is recordNamed with a title.
func recordTitled(t *testing.T, seconds float64, bang bool, nameOf func(world.AgentID) string, title string) string {
	t.Helper()
	s, err := sim.New(sim.Options{Seed: 1, Agents: 4, Workers: 1})
	require.NoError(t, err)
	r := history.New(history.Options{BytesEach: 1 << 16, Title: title, Names: debugprint.Names{NameOf: nameOf}})
	require.NoError(t, s.Record(r))
	for frame := range int(seconds/sim.DT + 0.5) {
		if bang && frame == 60 {
			s.Bang(s.Beings()[0].Body.Pos)
		}
		require.NoError(t, s.Step())
	}
	name := filepath.Join(t.TempDir(), "field.rec")
	f, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, r.Recording().Save(f))
	require.NoError(t, f.Close())
	return name
}

// do runs the program.
func do(args ...string) (stdout, stderr string, code int) {
	var out, notes bytes.Buffer
	ending := make(chan struct{})
	close(ending)
	code = run(args, strings.NewReader("nothing"), &out, &notes, ending)
	return out.String(), notes.String(), code
}

func TestUsage(t *testing.T) {
	out, _, code := do("help")
	assert.Zero(t, code)
	golden.Equal(t, "usage.golden", out)
	_, notes, code := do()
	assert.Equal(t, misused, code)
	assert.Equal(t, out, notes)
	_, notes, code = do("watch")
	assert.Equal(t, misused, code)
	assert.Contains(t, notes, `no command "watch"`)
	for _, c := range commands {
		out, _, code := do(c.name, "-h")
		assert.Zero(t, code)
		if c.needs == 0 {
			continue
		}
		assert.Contains(t, out, "Usage: decidertree "+c.name+" [flags] "+c.args)
		_, notes, code := do(c.name)
		assert.Equal(t, misused, code)
		assert.Contains(t, notes, "it takes "+c.args)
		_, notes, code = do(c.name, "-colour")
		assert.Equal(t, misused, code)
		assert.Contains(t, notes, "not defined")
	}
}

func TestFilesThatAreNone(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad")
	require.NoError(t, os.WriteFile(bad, []byte("something else"), 0o600))
	rest := map[string][]string{"why": {"1024", "3", "ROOT"}, "find": {"ROOT active"}, "compare": {bad}}
	for _, c := range commands[:len(commands)-1] { // version takes none
		for file, says := range map[string]string{
			filepath.Join(dir, "none"): "no such file", bad: "not a sound recording", "-": "not a sound recording",
		} {
			out, notes, code := do(append([]string{c.name, file}, rest[c.name]...)...)
			assert.Equal(t, failed, code, "%s %s", c.name, file)
			assert.Empty(t, out)
			assert.Contains(t, notes, says, "%s %s", c.name, file)
		}
	}
}

func TestShow(t *testing.T) {
	file := record(t, 5, false)
	out, notes, code := do("show", file, "-agents", "3")
	require.Zero(t, code, notes)
	golden.Equal(t, "show.golden", strings.ReplaceAll(out, file, "field.rec"))
	all, _, code := do("show", "-agents", "-1", file)
	require.Zero(t, code)
	assert.NotContains(t, all, "more agents")
	assert.Greater(t, len(all), len(out)-80)
}

func TestWhy(t *testing.T) {
	file := record(t, 5, false)
	out, notes, code := do("why", file, "1024", "100", "FLEE")
	require.Zero(t, code, notes)
	golden.Equal(t, "why.golden", out)
	out, _, code = do("why", "-json", file, "1024", "100", "FLEE")
	require.Zero(t, code)
	var e struct{ Agent, Frame uint64 }
	require.NoError(t, json.Unmarshal([]byte(out), &e))
	assert.Equal(t, uint64(1024), e.Agent)
	for _, c := range []struct {
		agent, frame, decider, says string
		code                        int
	}{
		{"x", "3", "FLEE", `there is no agent "x" in it`, failed},
		{"0", "3", "FLEE", `"0" is no agent's ID`, misused},
		{"1024", "-", "FLEE", `"-" is no frame`, misused},
		{"77", "3", "FLEE", "agent 77", failed},
		{"1024", "9999", "FLEE", "decidertree show", failed},
		{"1024", "100", "SWIM", "SWIM", failed},
	} {
		_, notes, code := do("why", file, c.agent, c.frame, c.decider)
		assert.Equal(t, c.code, code, notes)
		assert.Contains(t, notes, c.says)
	}
}

func TestCompare(t *testing.T) {
	a, b, banged := record(t, 5, false), record(t, 5, false), record(t, 5, true)
	out, notes, code := do("compare", a, b)
	require.Zero(t, code, notes)
	assert.Contains(t, out, "the same")
	out, notes, code = do("compare", a, banged, "-first")
	require.Equal(t, differ, code, notes)
	golden.Equal(t, "compare.golden", out)
	out, _, code = do("compare", a, banged, "-most", "2")
	require.Equal(t, differ, code)
	assert.Equal(t, 3, strings.Count(out, "\n"), out)
	assert.Contains(t, out, "There are more than these 2")
	out, notes, code = do("compare", a, banged, "-why")
	require.Equal(t, differ, code, notes)
	assert.Contains(t, out, "The first decision that leads elsewhere is that about ")
	assert.Contains(t, out, "in the second: became active. ")
	out, _, code = do("compare", a, b, "-why")
	require.Zero(t, code)
	assert.Contains(t, out, "the same")
	out, _, code = do("compare", a, banged, "-agent", "7")
	require.Zero(t, code)
	assert.Contains(t, out, "the same")
}

// Wherever an agent's ID is an argument, its name is one too; several of the name are listed.
func TestAgentsByName(t *testing.T) {
	names := map[world.AgentID]string{1024: "Ogg", 1025: "Ugh", 1026: "Ugh", 2048: "Og\x1b"}
	nameOf := func(id world.AgentID) string { return names[id] }
	file, banged := recordNamed(t, 3, false, nameOf), recordNamed(t, 3, true, nameOf)
	out, notes, code := do("show", file)
	require.Zero(t, code, notes)
	assert.Contains(t, out, "\nOgg #1024     GRAZERS")
	assert.Contains(t, out, "\nOg\\x1b #2048 ")
	assert.Contains(t, out, "\n#1027         GRAZERS")

	byID, _, code := do("why", "-json", file, "1024", "60", "FLEE")
	require.Zero(t, code)
	assert.Contains(t, byID, `"agentName": "Ogg"`)
	for _, agent := range []string{"Ogg", "ogg", "#1024", "Ogg #1024"} {
		out, notes, code := do("why", "-json", file, agent, "60", "FLEE")
		require.Zero(t, code, notes)
		assert.Equal(t, byID, out)
	}
	picture, _, code := do("picture", file, "-agent", "1024")
	require.Zero(t, code)
	named, notes, code := do("picture", file, "-agent", "Ogg")
	require.Zero(t, code, notes)
	assert.Equal(t, picture, named)
	out, notes, code = do("compare", file, banged, "-agent", "Ogg")
	require.Equal(t, differ, code, notes)
	assert.Contains(t, out, "Ogg #1024, frame ")
	assert.Equal(t, strings.Count(out, "\n"), strings.Count(out, "Ogg #1024"))
	trace, _, code := do("perfetto", file)
	require.Zero(t, code)
	assert.Contains(t, trace, `{"name":"Ogg #1024"}`)

	for _, args := range [][]string{{"why", file, "Ugh", "60", "FLEE"}, {"picture", file, "-agent", "ugh"}, {"compare", file, banged, "-agent", "Ugh"}} {
		_, notes, code := do(args...)
		assert.Equal(t, failed, code)
		assert.Contains(t, notes, `2 agents have the name "`)
		assert.Contains(t, notes, `: #1025, #1026; give an ID`)
	}
	for _, args := range [][]string{{"why", file, "Nob", "60", "FLEE"}, {"picture", file, "-agent", "Nob"}, {"compare", file, banged, "-agent", "Nob"}} {
		_, notes, code := do(args...)
		assert.Equal(t, failed, code)
		assert.Contains(t, notes, `there is no agent "Nob" in it; decidertree show -agents -1 lists all`)
	}
}

// A profile of a recording has the counts of its events.
func TestProfile(t *testing.T) {
	file := record(t, 5, true)
	out, notes, code := do("profile", file)
	require.Zero(t, code, notes)
	head, table, _ := strings.Cut(out, "\n")
	assert.Regexp(t, `^[\d,]+ ticks$`, head)
	assert.Regexp(t, `^decider +asked +accepted +entered +ticked\nROOT +0 `, table)
	require.Contains(t, table, "\n  FLEE ")

	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	rec, err := history.Load(f)
	require.NoError(t, err)
	of, all := func(ids ...world.AgentID) (asked, ticks int) {
		for _, id := range ids {
			first, last, _ := rec.Span(id)
			for e, err := range rec.Events(id, first, last, 5) {
				require.NoError(t, err)
				if e.Kind == event.Asked && e.Decider.Name == "FLEE" && !e.Nested {
					asked++
				}
				if e.Kind == event.TickFinished {
					ticks++
				}
			}
		}
		return asked, ticks
	}, 0
	for _, args := range [][]string{{"-agent", "1024"}, {}} {
		ids := rec.Agents()
		if len(args) > 0 {
			ids = ids[:1]
		}
		out, notes, code := do(append([]string{"profile", "-csv", file}, args...)...)
		require.Zero(t, code, notes)
		lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		require.NoError(t, err)
		asked, _ := of(ids...)
		require.NotZero(t, asked)
		for _, line := range lines {
			if line[3] == "FLEE" {
				assert.Equal(t, strconv.Itoa(asked), line[4])
				all++
			}
		}
	}
	assert.Equal(t, 2, all)
	_, ticks := of(rec.Agents()...)
	assert.Equal(t, fmt.Sprintf("%d ticks", ticks), strings.ReplaceAll(head, ",", ""))
	_, notes, code = do("profile", file, "-agent", "77")
	assert.Equal(t, failed, code)
	assert.Contains(t, notes, "agent 77")
}

func TestPerfetto(t *testing.T) {
	out, notes, code := do("perfetto", record(t, 3, false))
	require.Zero(t, code, notes)
	assert.Contains(t, out, "GRAZERS")
	assert.True(t, json.Valid([]byte(out)))
}

func TestView(t *testing.T) {
	file := record(t, 3, false)
	ending, url := make(chan struct{}), make(chan string)
	r, w := io.Pipe()
	go func() {
		line := make([]byte, 1000)
		n, _ := r.Read(line)
		url <- strings.TrimSpace(string(line[:n]))
	}()
	code := make(chan int)
	go func() { code <- run([]string{"view", file}, nil, w, io.Discard, ending) }()
	jar, err := cookiejar.New(nil) // the address is exchanged for a cookie
	require.NoError(t, err)
	answer, err := (&http.Client{Jar: jar}).Get(<-url)
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, answer.StatusCode)
	require.NoError(t, answer.Body.Close())
	close(ending)
	assert.Zero(t, <-code)

	_, notes, failure := do("view", file, "-addr", "127.0.0.1:-3")
	assert.Equal(t, failed, failure)
	assert.Contains(t, notes, "-addr")
}

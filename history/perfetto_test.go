package history_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// traceEvent is an event of the Trace Event Format.
type traceEvent struct {
	Phase    string         `json:"ph"`
	Process  int            `json:"pid"`
	Thread   int            `json:"tid"`
	Time     float64        `json:"ts"` // microseconds
	Category string         `json:"cat"`
	Name     string         `json:"name"`
	Scope    string         `json:"s"`
	Args     map[string]any `json:"args"`
}

// traceOf reads a trace, strictly.
func traceOf(t *testing.T, trace []byte) []traceEvent {
	t.Helper()
	var file struct {
		Events []traceEvent `json:"traceEvents"`
	}
	d := json.NewDecoder(bytes.NewReader(trace))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&file))
	_, err := d.Token()
	require.ErrorIs(t, err, io.EOF)
	return file.Events
}

// traceText is a trace as lines of text: tracks, and their events in order of time. It checks that slices end in the order
// in which they must.
func traceText(t *testing.T, rec *history.Recording) []string {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, rec.WritePerfetto(&file))
	type event struct {
		at          float64
		track, text string
	}
	var lines []string
	var events []event
	processes, threads, counters := map[int]string{}, map[int]string{}, map[string]bool{}
	for _, e := range traceOf(t, file.Bytes()) {
		if e.Phase == "M" {
			switch name, _ := e.Args["name"].(string); e.Name {
			case "process_name":
				require.NotContains(t, processes, e.Process)
				processes[e.Process] = name
				lines = append(lines, fmt.Sprintf("process %d %s", e.Process, name))
			case "thread_name":
				require.NotContains(t, threads, e.Thread, "a thread twice")
				require.NotContains(t, processes, e.Thread, "a thread with a process's ID")
				threads[e.Thread] = name
				lines = append(lines, fmt.Sprintf("%s of process %d", name, e.Process))
			default:
				require.Equal(t, "thread_sort_index", e.Name)
			}
			continue
		}
		require.Contains(t, processes, e.Process)
		require.GreaterOrEqual(t, e.Time, 0.)
		track := threads[e.Thread]
		if e.Phase == "C" {
			track = e.Name
			if !counters[track] {
				counters[track] = true
				lines = append(lines, fmt.Sprintf("process %d %s / %s (counter)", e.Process, processes[e.Process], track))
			}
		}
		require.NotEmpty(t, track)
		text := map[string]string{"B": "[", "E": "]", "i": "!", "C": "="}[e.Phase]
		require.NotEmpty(t, text, e.Phase)
		for _, part := range []string{e.Category, e.Name} {
			if part != "" && e.Phase != "C" {
				text += " " + part
			}
		}
		if agents, counts := e.Args["agents"]; counts {
			text += fmt.Sprint(" ", agents)
		}
		if ended, known := e.Args["ended"]; known {
			text += fmt.Sprint(" ", ended)
		}
		require.Equal(t, e.Phase == "i", e.Scope == "t")
		events = append(events, event{e.Time, track, text})
	}
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) }) // as Perfetto does
	open := map[string]int{}
	for _, e := range events {
		switch e.text[0] {
		case '[':
			open[e.track]++
		case ']':
			open[e.track]--
			require.GreaterOrEqual(t, open[e.track], 0, "%v ends what has not begun", e)
		}
		depth := open[e.track]
		if e.text[0] == '[' {
			depth--
		}
		name := e.track
		if _, branch, is := strings.Cut(name, ": "); is {
			name = branch
		}
		lines = append(lines, fmt.Sprintf("%4.1f %s: %s%s", e.at/1e6, name, strings.Repeat("  ", depth), e.text))
	}
	for track, n := range open {
		require.Zero(t, n, "slices of %s do not end", track)
	}
	return lines
}

func TestWritePerfetto(t *testing.T) {
	assert.Equal(t, strings.Split(`process 1 agents
#3 of process 1
process 1 agents / agents ticked (counter)
process 1 agents / in FLEE (counter)
process 1 agents / in IDLE (counter)
process 1 agents / in LIVE (counter)
process 1 agents / in PLAY (counter)`, "\n"), traceText(t, goatDay(t, 3))[:7])
	var agent, counters []string
	for _, line := range traceText(t, goatDay(t, 3))[7:] {
		if strings.Contains(line, " #3: ") {
			agent = append(agent, strings.Replace(line, " #3: ", " ", 1))
		} else if !strings.Contains(line, "agents ticked") {
			counters = append(counters, strings.Replace(line, " in ", " ", 1))
		}
	}
	assert.Equal(t, strings.Split(` 0.5 [ decider GOAT
 0.5   [ decider IDLE
 1.5     ! stimulus Crack
 1.5   ] Interrupted
 1.5   [ decider LIVE
 1.5     [ decider SLEEP
 2.0       ! flag +Night
 2.0       ! error agent 3 @ 2.000: Decide of GOAT > LIVE > EAT: it is dark
 2.5       ! flag -Night
 2.5     ] Failed
 2.5   ] Failed
 2.5   [ decider IDLE
 3.5     ! flag +Wolf
 3.5   ] Interrupted
 3.5   [ decider FLEE
 3.5     ! plug BALL was plugged into PLAY
 4.0     ! flag -Wolf
 4.0   ] Succeeded
 4.0   [ decider PLAY
 4.0     [ decider BALL
 4.0       [ decider KICK
 4.5       ] Reset
 4.5     ] Reset
 4.5   ] Reset
 4.5 ] Reset
 4.5 ! plug BALL was taken out of PLAY
 5.0 [ decider GOAT
 5.0   [ decider IDLE
 6.0   ]
 6.0 ]`, "\n"), agent)
	assert.Equal(t, strings.Split(` 0.5 IDLE: = 1
 1.5 IDLE: = 0
 1.5 LIVE: = 1
 2.5 IDLE: = 1
 2.5 LIVE: = 0
 3.5 FLEE: = 1
 3.5 IDLE: = 0
 4.0 FLEE: = 0
 4.0 PLAY: = 1
 4.5 PLAY: = 0
 5.0 IDLE: = 1`, "\n"), counters)
}

// Children that run side by side have a thread each, also if they overlap only for a moment, and a Jump ends one path
// and begins another.
func TestWritePerfettoSideBySide(t *testing.T) {
	act := func(name string, asked bool) *goatNode {
		n := goatLeaf(name)
		if !asked {
			n.Decide = nil
		}
		return n
	}
	tree := decider.MustInitializeTreeData(&goatNode{Name: "ROOT", Children: goatChildren{
		{Name: "CALL", DecisionFlags: decider.Check{All: 2}, Jump: "SING"},
		{Name: "BOTH", DecisionFlags: decider.Check{All: 1}, Policy: decider.Concurrent, Children: goatChildren{
			{Name: "LEGS", Policy: decider.Sequence, Children: goatChildren{act("WALK", false), act("RUN", false)}}, act("ARMS", false),
		}},
		{Name: "ROUND", Children: goatChildren{act("HUM", true), act("SING", false)}},
	}})
	m := tree.NewMemory(nil, 1)
	r := history.New(history.Options{BytesEach: 1 << 16})
	require.NoError(t, m.Record(r))
	for i, flags := range []decider.DecisionFlags{0, 1, 1, 1, 2, 0} {
		g := &goat{worth: map[string]float64{"HUM": 1}}
		if i == 2 {
			g.status = map[string]behavior.Status{"WALK": behavior.Success}
		}
		require.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{Time: float64(i) - 2, DT: 1, DecisionFlags: flags}))
	}
	lines := slices.DeleteFunc(traceText(t, r.Recording()), func(line string) bool { return strings.Contains(line, ": =") })
	assert.Equal(t, strings.Split(`process 1 agents
#1 of process 1
#1: LEGS in BOTH of process 1
#1: ARMS in BOTH of process 1
process 1 agents / agents ticked (counter)
process 1 agents / in BOTH (counter)
process 1 agents / in ROUND (counter)
 0.0 #1: [ decider ROOT
 0.0 #1:   [ decider ROUND
 0.0 #1:     [ decider HUM
 1.0 #1:       ! flag +0x1
 1.0 #1:     ] Interrupted
 1.0 #1:   ] Interrupted
 1.0 #1:   [ decider BOTH
 1.0 LEGS in BOTH: [ decider LEGS
 1.0 LEGS in BOTH:   [ decider WALK
 1.0 ARMS in BOTH: [ decider ARMS
 2.0 LEGS in BOTH:   ] Succeeded
 2.0 LEGS in BOTH:   [ decider RUN
 4.0 #1:     ! flag +0x2 -0x1
 4.0 #1:     ! jump CALL to SING
 4.0 ARMS in BOTH: ] Interrupted
 4.0 LEGS in BOTH:   ] Interrupted
 4.0 LEGS in BOTH: ] Interrupted
 4.0 #1:   ] Interrupted
 4.0 #1:   [ decider ROUND
 4.0 #1:     [ decider SING
 5.0 #1:       ! flag -0x2
 5.0 #1:     ] Interrupted
 5.0 #1:     [ decider HUM
 5.0 #1:     ]
 5.0 #1:   ]
 5.0 #1: ]`, "\n"), lines)
}

// A crowd is a process, and its counters tell how many of it do what.
func TestWritePerfettoOfACrowd(t *testing.T) {
	tree := decider.MustInitializeTreeData(&goatTree)
	w := world.New(world.Options{})
	herd := make([]goat, 3)
	c, err := crowd.New(w, tree, crowd.Options[*goat]{Name: "HERD", Workers: 2})
	require.NoError(t, err)
	r := history.New(history.Options{BytesEach: 1 << 16, Names: goatBits})
	require.NoError(t, c.Record(r))
	var second world.AgentID
	for i := range herd {
		herd[i].worth = map[string]float64{}
		id, err := c.Add(&herd[i])
		require.NoError(t, err)
		if i == 1 {
			second = id
		}
	}
	for frame := range 4 {
		if frame == 2 {
			require.NoError(t, c.SetFlags(second, 1, 0))
		}
		require.NoError(t, w.Advance(0.5))
		_, err := c.Tick()
		require.NoError(t, err)
	}
	var counters []string
	for _, line := range traceText(t, r.Recording()) {
		if strings.Contains(line, ": =") {
			counters = append(counters, line)
		}
	}
	assert.Equal(t, strings.Split(` 0.0 agents ticked: = 0
 0.5 agents ticked: = 3
 0.5 in IDLE: = 3
 1.0 agents ticked: = 3
 1.5 agents ticked: = 3
 1.5 in FLEE: = 1
 1.5 in IDLE: = 2
 2.0 agents ticked: = 3`, "\n"), counters)
}

// Events have the phases, names and arguments that the Trace Event Format requires.
func TestPerfettoFormat(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, goatDay(t, 3).WritePerfetto(&file))
	count := map[string]int{}
	for _, e := range traceOf(t, file.Bytes()) {
		count[e.Phase]++
		assert.Positive(t, e.Process)
		assert.Equal(t, e.Phase != "E", e.Name != "")
		assert.Equal(t, e.Phase == "C" || e.Name == "process_name", e.Thread == 0)
	}
	assert.Equal(t, count["B"], count["E"])
	assert.Equal(t, 3, count["M"]) // the process; the agent's thread and its place
	for _, part := range []string{
		`"name":"process_name","args":{"name":"agents"}`, `"name":"thread_name","args":{"name":"#3"}`, `"ts":500000,`,
		`"cat":"stimulus","name":"Crack"`, `"cat":"error"`, `"path":"GOAT > LIVE > SLEEP"`, `"policy":"PrioritizedList"`, `"ended":"Interrupted"`,
	} {
		assert.Contains(t, file.String(), part)
	}
}

type brokenWriter struct{ left int }

func (w *brokenWriter) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, errors.New("the disk is full")
	}
	return len(b), nil
}

func TestWritePerfettoErrors(t *testing.T) {
	assert.ErrorContains(t, goatDay(t, 3).WritePerfetto(&brokenWriter{100}), "the disk is full")
	var none bytes.Buffer
	require.NoError(t, history.New(history.Options{}).Recording().WritePerfetto(&none))
	assert.Empty(t, traceOf(t, none.Bytes()))
}

// The demo's creatures, with gates, squads, plugged trees, births and deaths: slices always end in the order of
// nesting, and each entered decider has one.
func TestWritePerfettoOfTheDemo(t *testing.T) {
	for _, bytesEach := range []int{1 << 16, 6000} { // the smaller forget how they began
		s, err := sim.New(sim.Options{Seed: 5, Agents: 40, Workers: 2})
		require.NoError(t, err)
		r := history.New(history.Options{BytesEach: bytesEach})
		recordAll(t, s.World, r)
		for range 900 {
			require.NoError(t, s.Step())
		}
		rec := r.Recording()
		slices, entered := 0, 0
		for _, line := range traceText(t, rec) {
			if strings.Contains(line, ": ") && strings.Contains(line, "[ decider") {
				slices++
			}
		}
		for _, id := range rec.Agents() {
			first, last, ok := rec.Span(id)
			if !ok {
				continue
			}
			m, err := rec.At(id, first)
			require.NoError(t, err)
			if !m.Began {
				for i := range m.Before {
					if m.Before[i].Active {
						entered++
					}
				}
			}
			for e, err := range rec.Events(id, first, last, 2) {
				require.NoError(t, err)
				if e.Kind == event.Entered {
					entered++
				}
			}
		}
		assert.Greater(t, slices, 500)
		assert.GreaterOrEqual(t, slices, entered)
		assert.LessOrEqual(t, slices, entered+len(rec.Agents())*10)
	}
}

// An agent that cannot be executed again has an instant with the error, and the others are complete.
func TestWritePerfettoOfWhatDiverges(t *testing.T) {
	rec := goatDay(t, 3)
	rec.Trees()[0].Deciders[1].Cooldown = 77 // as no recording would have it
	var file bytes.Buffer
	err := rec.WritePerfetto(&file)
	require.ErrorIs(t, err, history.ErrDiverged)
	assert.True(t, slices.ContainsFunc(traceOf(t, file.Bytes()), func(e traceEvent) bool { return e.Category == "error" && e.Name == err.Error() }))
}

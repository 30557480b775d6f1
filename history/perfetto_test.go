package history_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
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

// traceText is a trace as lines of text, read with testdata/perfetto.proto's numbers: tracks, and their events in order of
// time. It checks that slices end in the order in which they must.
func traceText(t *testing.T, rec *history.Recording) []string {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, rec.WritePerfetto(&file))
	type event struct {
		at, track uint64
		text      string
	}
	var lines []string
	var events []event
	names := map[uint64]string{}
	sequences := 0
	for _, p := range fieldsOf(t, file.Bytes())[1] {
		packet := fieldsOf(t, p.bytes)
		require.Equal(t, uint64(1), packet[10][0].number)
		sequences += len(packet[13])
		for _, d := range packet[60] {
			of := fieldsOf(t, d.bytes)
			uuid := of[1][0].number
			require.NotContains(t, names, uuid, "a track twice")
			switch {
			case of[3] != nil:
				process := fieldsOf(t, of[3][0].bytes)
				names[uuid] = fmt.Sprintf("process %d %s", process[1][0].number, process[6][0].bytes)
			case of[4] != nil:
				thread := fieldsOf(t, of[4][0].bytes)
				names[uuid] = fmt.Sprintf("%s of process %d", thread[5][0].bytes, thread[1][0].number)
			default:
				parent := names[of[5][0].number]
				require.NotEmpty(t, parent)
				names[uuid] = fmt.Sprintf("%s / %s", parent, of[2][0].bytes)
			}
			if of[8] != nil {
				names[uuid] += " (counter)"
			}
			lines = append(lines, names[uuid])
		}
		for _, e := range packet[11] {
			of := fieldsOf(t, e.bytes)
			track := of[11][0].number
			require.Contains(t, names, track)
			text := []string{"", "[", "]", "!", "="}[of[9][0].number]
			for _, c := range of[22] {
				text += " " + string(c.bytes)
			}
			for _, n := range of[23] {
				text += " " + string(n.bytes)
			}
			for _, n := range of[30] {
				text += fmt.Sprint(" ", n.number)
			}
			for _, a := range of[4] {
				note := fieldsOf(t, a.bytes)
				if string(note[10][0].bytes) == "ended" {
					text += " " + string(note[6][0].bytes)
				}
			}
			events = append(events, event{packet[8][0].number, track, text})
		}
	}
	require.Equal(t, 1, sequences)
	slices.SortStableFunc(events, func(a, b event) int { return int(int64(a.at) - int64(b.at)) }) // as Perfetto does
	open := map[uint64]int{}
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
		lines = append(lines, fmt.Sprintf("%4.1f %s: %s%s", float64(e.at)/1e9, shortest(names[e.track]), strings.Repeat("  ", depth), e.text))
	}
	for track, n := range open {
		require.Zero(t, n, "slices of %s do not end", names[track])
	}
	return lines
}

// shortest is the end of a track's name.
func shortest(track string) string {
	if _, last, ok := strings.Cut(track, " / "); ok {
		return last
	}
	first, _, _ := strings.Cut(track, " of ")
	return first
}

// wire is a value of a protobuf message.
type wire struct {
	number uint64
	bytes  []byte
}

func fieldsOf(t *testing.T, message []byte) map[uint64][]wire {
	t.Helper()
	all := map[uint64][]wire{}
	uint := func() uint64 {
		x, n := binary.Uvarint(message)
		require.Positive(t, n)
		message = message[n:]
		return x
	}
	for len(message) > 0 {
		head := uint()
		x := uint()
		w := wire{number: x}
		switch head & 7 {
		case 0:
		case 2:
			require.LessOrEqual(t, x, uint64(len(message)))
			w.bytes, message = message[:x], message[x:]
		default:
			require.Fail(t, "a field of another wire type")
		}
		all[head>>3] = append(all[head>>3], w)
	}
	return all
}

func TestWritePerfetto(t *testing.T) {
	assert.Equal(t, strings.Split(`process 1 agents
agent 3 of process 1
process 1 agents / agents ticked (counter)
process 1 agents / in FLEE (counter)
process 1 agents / in IDLE (counter)
process 1 agents / in LIVE (counter)
process 1 agents / in PLAY (counter)`, "\n"), traceText(t, goatDay(t, 3))[:7])
	var agent, counters []string
	for _, line := range traceText(t, goatDay(t, 3))[7:] {
		if strings.Contains(line, " agent 3: ") {
			agent = append(agent, strings.Replace(line, " agent 3: ", " ", 1))
		} else if !strings.Contains(line, "agents ticked") {
			counters = append(counters, strings.NewReplacer(" in ", " ", " (counter)", "").Replace(line))
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

// Children that run at once have a track each, what overlaps for a moment too, and a Jump ends one path and begins another.
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
agent 1 of process 1
agent 1 of process 1 / LEGS in BOTH
agent 1 of process 1 / ARMS in BOTH
process 1 agents / agents ticked (counter)
process 1 agents / in BOTH (counter)
process 1 agents / in ROUND (counter)
 0.0 agent 1: [ decider ROOT
 0.0 agent 1:   [ decider ROUND
 0.0 agent 1:     [ decider HUM
 1.0 agent 1:       ! flag +0x1
 1.0 agent 1:     ] Interrupted
 1.0 agent 1:   ] Interrupted
 1.0 agent 1:   [ decider BOTH
 1.0 LEGS in BOTH: [ decider LEGS
 1.0 LEGS in BOTH:   [ decider WALK
 1.0 ARMS in BOTH: [ decider ARMS
 2.0 LEGS in BOTH:   ] Succeeded
 2.0 LEGS in BOTH:   [ decider RUN
 4.0 agent 1:     ! flag +0x2 -0x1
 4.0 agent 1:     ! jump CALL to SING
 4.0 ARMS in BOTH: ] Interrupted
 4.0 LEGS in BOTH:   ] Interrupted
 4.0 LEGS in BOTH: ] Interrupted
 4.0 agent 1:   ] Interrupted
 4.0 agent 1:   [ decider ROUND
 4.0 agent 1:     [ decider SING
 5.0 agent 1:       ! flag -0x2
 5.0 agent 1:     ] Interrupted
 5.0 agent 1:     [ decider HUM
 5.0 agent 1:     ]
 5.0 agent 1:   ]
 5.0 agent 1: ]`, "\n"), lines)
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
			counters = append(counters, strings.Replace(line, " (counter)", "", 1))
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

// What protoc reads, by the names of the public schema, is what was written: no field that it does not know.
func TestPerfettoByProtoc(t *testing.T) {
	protoc, err := exec.LookPath("protoc")
	if err != nil {
		t.Skip("protoc is not installed (Debian: protobuf-compiler); the trace is not checked against the public schema")
	}
	var file bytes.Buffer
	require.NoError(t, goatDay(t, 3).WritePerfetto(&file))
	decode := exec.Command(protoc, "--decode=perfetto.protos.Trace", "--proto_path=testdata", "testdata/perfetto.proto")
	decode.Stdin = &file
	var complaints bytes.Buffer
	decode.Stderr = &complaints
	out, err := decode.Output()
	require.NoError(t, err, complaints.String())
	text := string(out)
	assert.NotRegexp(t, regexp.MustCompile(`(?m)^\s*\d+[: ]`), text, "a field that the schema does not have")
	for _, part := range []string{
		`process_name: "agents"`, `thread_name: "agent 3"`, `name: "SLEEP"`, `type: TYPE_SLICE_BEGIN`, `type: TYPE_SLICE_END`, `type: TYPE_INSTANT`,
		`type: TYPE_COUNTER`, `unit: UNIT_COUNT`, `categories: "stimulus"`, `name: "Crack"`, `categories: "error"`, `string_value: "GOAT > LIVE > SLEEP"`,
		`sequence_flags: 1`, `timestamp: 500000000`,
	} {
		assert.Contains(t, text, part)
	}
	assert.Equal(t, strings.Count(text, "TYPE_SLICE_BEGIN"), strings.Count(text, "TYPE_SLICE_END"))
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
}

// The demo's creatures, with gates, squads, plugged trees, births and deaths: whatever they do, slices end in the order in
// which they must, and each decider that is entered has one.
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

// An agent that cannot be executed again says so in its track, and the others are whole.
func TestWritePerfettoOfWhatDiverges(t *testing.T) {
	rec := goatDay(t, 3)
	rec.Trees()[0].Deciders[1].Cooldown = 77 // as no recording would have it
	var file bytes.Buffer
	err := rec.WritePerfetto(&file)
	require.ErrorIs(t, err, history.ErrDiverged)
	assert.Contains(t, file.String(), err.Error())
}

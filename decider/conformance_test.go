package decider_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/golden"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

const semantics = "../docs/SEMANTICS.md"

// rules are those of this version; each has a trace.
var rules = []string{
	"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24",
	"Slots",
}

// TestConformance runs every trace of docs/SEMANTICS.md through the engine, observed and not, and through the
// reference interpreter. With -update it writes the engine's events into the document, for review: whether they
// are right is to be reasoned from the rule above them.
func TestConformance(t *testing.T) {
	traces, lines, err := tracesOf(semantics)
	require.NoError(t, err)
	have := map[string]bool{}
	changed := false
	for _, trace := range slices.Backward(traces) { // so that lines before it stay where they are
		have[strings.Split(trace.name, "/")[0]] = true
		t.Run(trace.name, func(t *testing.T) {
			inEngine := trace.run(t, newEngine, true)
			if *golden.Update {
				changed = trace.write(&lines, inEngine) || changed
				return
			}
			trace.compare(t, "engine", inEngine.lines)
			unobserved := trace.run(t, newEngine, false)
			assert.Equal(t, inEngine.calls, unobserved.calls, "user calls: observed, unobserved")
			reference := trace.run(t, newReference, true)
			trace.compare(t, "reference interpreter", reference.lines)
			assert.Equal(t, inEngine.calls, reference.calls, "user calls: engine, reference interpreter")
		})
	}
	for _, rule := range rules {
		assert.True(t, have[rule], "%s has no trace", rule)
	}
	if changed {
		require.NoError(t, os.WriteFile(semantics, []byte(strings.Join(lines, "\n")), 0o600))
	}
}

// traceSubject is what a trace can be run through.
type traceSubject interface {
	tick(*actor, decider.Input) error
	Reset() error
	Close() error
	Observe(decider.Observer)
	Status() behavior.Status
	path() []string
	Plug(*traceSlot, *decider.Tree[*actor]) error
	Unplug(*traceSlot) error
	ResetBelow(name string) error
}

type engineSubject struct{ *decider.Memory[*actor] }

func newEngine(f *forest, w *world.World, id world.AgentID) (traceSubject, error) {
	return engineSubject{f.compiled[f.root.Name].NewMemory(w, id)}, nil
}

func (s engineSubject) tick(a *actor, in decider.Input) error {
	return decider.TickBehaviorTree(s.Memory, a, in)
}

func (s engineSubject) path() (names []string) {
	state, next := s.StateAt(0, true)
	for ; next >= 0; state, next = s.StateAt(next, true) {
		names = append(names, state.Decider.Name)
	}
	return names
}

type referenceSubject struct{ *decidertest.Reference[*actor] }

func newReference(f *forest, w *world.World, id world.AgentID) (traceSubject, error) {
	r, err := decidertest.NewReference(f.root, w, id)
	if err != nil {
		return nil, err
	}
	for name, tree := range f.compiled {
		r.Declare(tree, f.declared[name])
	}
	return referenceSubject{r}, nil
}

func (s referenceSubject) tick(a *actor, in decider.Input) error { return s.Tick(a, in) }
func (s referenceSubject) path() []string                        { return s.PathNames() }

// outcome is what running a trace came to: a list of lines for each step, and what user code did.
type outcome struct {
	lines [][]string
	calls []string
}

// traceObserver turns events into lines of a trace.
type traceObserver struct {
	trace *trace
	add   func(string)
}

func (traceObserver) ObserveLevel(world.AgentID) decider.Level { return 5 }

func (o traceObserver) Observe(e *decider.Event) {
	line, _, _ := strings.Cut(decidertest.EventString(e), "/behavior ")
	if e.Kind == decider.Erred {
		line = errorLine(e.Err)
	}
	if o.trace.shown(strings.Fields(line)[0]) {
		o.add(line)
	}
}

func errorLine(err error) string {
	var e *decider.TickError
	if !errors.As(err, &e) {
		return "error without a place: " + err.Error()
	}
	return fmt.Sprintf("error in %s of %s: %s", e.Call, e.Path, strings.TrimPrefix(e.Err.Error(), "decider: "))
}

// run does a trace's steps to a subject.
func (tr *trace) run(t *testing.T, of func(*forest, *world.World, world.AgentID) (traceSubject, error), observed bool) outcome {
	var out outcome
	add := func(line string) { out.lines[len(out.lines)-1] = append(out.lines[len(out.lines)-1], line) }
	a := &actor{always: map[string]string{}, note: add}
	f, err := tr.plant(a)
	require.NoError(t, err, "%s:%d", semantics, tr.line)
	var w *world.World
	if tr.world != nil {
		w = world.New(*tr.world)
	}
	a.forest = f
	a.self, err = of(f, w, tr.agent)
	require.NoError(t, err, "%s:%d", semantics, tr.line)
	if observed {
		a.self.Observe(traceObserver{tr, add})
	}
	set, last := stimuli.NewSet(4), math.NaN()
	for _, s := range tr.steps {
		out.lines = append(out.lines, nil)
		a.made = map[string]int{}
		var err error
		if strings.HasPrefix(s.input, "@") {
			words, bad := parseTick(s.input)
			require.NoError(t, bad, "%s:%d", semantics, s.line+1)
			err = tr.tick(t, a, w, set, words, &last)
		} else {
			a.now = nil
			err = a.do(strings.Fields(s.input))
		}
		if refused := refusal(err); refused != "" {
			add("refused: " + refused)
			err = errors.New(refused)
		}
		if err != nil {
			a.calls = append(a.calls, strings.ReplaceAll(err.Error(), "\n", "; "))
		}
		state := fmt.Sprintf("= %v", a.self.Status())
		if a.self.Status() == 0 {
			state = "= 0"
		}
		state = strings.Join(append([]string{state}, a.self.path()...), " ")
		a.calls = append(a.calls, state)
		if slices.ContainsFunc(s.want, func(line string) bool { return strings.HasPrefix(line, "=") }) {
			add(state)
		}
	}
	out.calls = a.calls
	return out
}

// tick does one tick of a trace.
func (tr *trace) tick(t *testing.T, a *actor, w *world.World, set *stimuli.Set, words tickWords, last *float64) error {
	dt := words.time - *last
	if math.IsNaN(*last) || !(dt >= 0) {
		dt = 0
	}
	set.Update(dt)
	if w != nil {
		for _, m := range words.mail {
			from := int32(m[0] - '0')
			kind := stimuli.Kind[int32](lettersOf(m[1:]))
			require.NoError(t, w.SendFrom(engine.Key{}, world.AgentID(from), tr.agent, kind.New(from, math.Inf(1))))
		}
		require.NoError(t, w.Advance(dt))
	}
	for _, l := range words.stimuli {
		require.NoError(t, set.Add(stimuli.Note(1<<(l-'a'), 0)))
	}
	in := decider.Input{Time: words.time, DT: dt, DecisionFlags: words.flags, Stimuli: set}
	if words.dt != nil {
		in.DT = *words.dt
	}
	a.now, a.in = words.scripts, in
	err := a.self.tick(a, in)
	if refusal(err) == "" {
		*last = words.time
	}
	return err
}

// refusal names the reason why something did not take place; "" where it did.
func refusal(err error) string {
	for _, sentinel := range []error{
		decider.ErrTime, decider.ErrClosed, decider.ErrReentrant,
		decider.ErrNilTree, decider.ErrSlotOverflow, decider.ErrSlotCycle, decider.ErrNoSlot, decider.ErrNotPlugged, decider.ErrNoDecider,
	} {
		if e := (*decider.TickError)(nil); errors.Is(err, sentinel) && !errors.As(err, &e) {
			return strings.TrimPrefix(sentinel.Error(), "decider: ")
		}
	}
	return ""
}

// compare shows where a run differs from what the document says.
func (tr *trace) compare(t *testing.T, who string, got [][]string) {
	t.Helper()
	for i, s := range tr.steps {
		if !slices.Equal(s.want, got[i]) {
			assert.Equal(t, strings.Join(s.want, "\n"), strings.Join(got[i], "\n"), "%s:%d, %s: %s", semantics, s.line+1, who, s.input)
		}
	}
}

// write puts a run's lines into the document in place of those that differ.
func (tr *trace) write(lines *[]string, got outcome) (changed bool) {
	for i, s := range slices.Backward(tr.steps) {
		if slices.Equal(s.want, got.lines[i]) {
			continue
		}
		var fresh []string
		for _, line := range got.lines[i] {
			fresh = append(fresh, "    "+line)
		}
		*lines = slices.Replace(*lines, s.line+1, s.last+1, fresh...)
		changed = true
	}
	return changed
}

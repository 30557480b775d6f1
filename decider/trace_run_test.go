package decider_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/reference"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// traceMode is what a trace is run in.
type traceMode struct {
	reference bool
	level     event.Level // of the observer, 0 for none
	workers   int         // of crowds; 0 is 1
	ticked    []string    // by step, as found in a run that nobody watches; nil in that
}

// traceRun is one run of a trace.
type traceRun struct {
	t      *testing.T
	trace  *trace
	mode   traceMode
	forest *forest
	actors []*actor // in the order of their IDs
	crowds []*crowd.Crowd[*actor]
	world  *world.World              // nil for none
	shared *reference.ReferenceWorld // in its place
	tokens map[string]world.Token    // by SYSTEM#n
	handed map[string]int            // requests, by system
	dt     float64                   // of the frame, seconds
	last   uint64                    // frame in which crowds have ticked
	report string                    // of that
	now    int                       // step
	closed bool
	outcome
}

// run does a trace's steps.
func (tr *trace) run(t *testing.T, mode traceMode) outcome {
	r := &traceRun{t: t, trace: tr, mode: mode, tokens: map[string]world.Token{}, handed: map[string]int{}}
	var err error
	r.forest, err = tr.plant()
	require.NoError(t, err, "%s:%d", tr.file, tr.line)
	r.begin()
	for i, s := range tr.steps {
		r.now, r.report = i, ""
		r.lines = append(r.lines, nil)
		for _, a := range r.actors {
			a.made, a.now = map[string]int{}, nil
		}
		r.step(strings.Fields(s.input))
		for _, a := range r.actors {
			a.calls = append(a.calls, a.state())
		}
		for _, want := range s.want {
			r.check(want)
		}
		r.reported = append(r.reported, r.report)
	}
	for _, a := range r.actors {
		r.calls = append(r.calls, a.calls)
	}
	if mode.level == 0 {
		r.ticked = r.reported
	}
	return r.outcome
}

// begin makes the world and the agents.
func (r *traceRun) begin() {
	tr := r.trace
	options := world.Options{}
	if tr.world != nil {
		options = *tr.world
	}
	switch {
	case len(tr.cast) == 0:
		if tr.world != nil {
			r.world = world.New(options)
		}
		r.join("", "", tr.agent)
		r.forest.first = r.actors[0]
		return
	case !r.mode.reference:
		r.world = world.New(options)
	case len(r.forest.systems) > 0: // which the reference has none of its own for
		require.Empty(r.t, len(r.forest.gates)+len(r.forest.squads), "%s:%d: systems beside gates or squads", tr.file, tr.line)
		r.world = world.New(options)
	default:
		r.shared = reference.NewReferenceWorld(options)
	}
	var trees []string
	counts := map[string]int{}
	for i, a := range tr.cast {
		if a.tree == "" {
			a.tree = r.forest.root.Name
		}
		if !slices.Contains(trees, a.tree) {
			trees = append(trees, a.tree)
		}
		id := world.AgentID(i + 1)
		if tr.crowd {
			id = world.AgentID((slices.Index(trees, a.tree)+1)*world.PageSize + counts[a.tree])
			counts[a.tree]++
		}
		r.join(a.name, a.tree, id)
	}
}

// join makes an agent.
func (r *traceRun) join(name, tree string, id world.AgentID) {
	if tree == "" {
		tree = r.forest.root.Name
	}
	a := &actor{name: name, forest: r.forest, set: stimuli.NewSet(4), last: math.NaN(), who: r.who, holders: r.holders}
	r.forest.ids[name] = id
	r.actors = append(r.actors, a)
	a.note = func(line string) { a.said = append(a.said, line) }
	root, compiled := r.forest.declared[tree], r.forest.compiled[tree]
	require.NotNil(r.t, root, "%s:%d: tree %s", r.trace.file, r.trace.line, tree)
	switch {
	case !r.mode.reference && r.trace.crowd:
		a.self = r.joinCrowd(a, compiled, id)
		return
	case !r.mode.reference:
		a.self = engineSubject{compiled.NewMemory(r.world, id), r}
	default:
		ref, err := reference.NewReference(root, r.world, id)
		if r.shared != nil {
			ref, err = reference.NewReferenceIn(root, r.shared, id, r.trace.crowd)
		}
		require.NoError(r.t, err, "%s:%d", r.trace.file, r.trace.line)
		for name, tree := range r.forest.compiled {
			ref.Declare(tree, r.forest.declared[name])
		}
		a.self = referenceSubject{ref, r}
	}
	if r.mode.level > 0 {
		a.self.Observe(traceObserver{r})
	}
}

// joinCrowd takes an agent into the crowd of its tree.
func (r *traceRun) joinCrowd(a *actor, tree *decider.Tree[*actor], id world.AgentID) traceSubject {
	i := slices.IndexFunc(r.crowds, func(c *crowd.Crowd[*actor]) bool { return c.Tree() == tree })
	if i < 0 {
		i = len(r.crowds)
		c, err := crowd.New(r.world, tree, crowd.Options[*actor]{Name: fmt.Sprint("CROWD", i), Workers: max(1, r.mode.workers), StimuliEach: 4})
		require.NoError(r.t, err)
		if r.mode.level > 0 {
			require.NoError(r.t, c.Observe(traceObserver{r}))
		}
		r.crowds = append(r.crowds, c)
	}
	got, err := r.crowds[i].Add(a)
	require.NoError(r.t, err)
	require.Equal(r.t, id, got, "%s:%d: declare the agents of one tree one after the other", r.trace.file, r.trace.line)
	return crowdSubject{r.crowds[i], id, r}
}

// who is an agent's name.
func (r *traceRun) who(id world.AgentID) string {
	for _, a := range r.actors {
		if a.name != "" && r.forest.ids[a.name] == id {
			return a.name
		}
	}
	return fmt.Sprint(id)
}

// add adds a line to the step's.
func (r *traceRun) add(line string) { r.lines[r.now] = append(r.lines[r.now], line) }

// flush adds what agents have said and done, one after the other. In a crowd events come when all have ticked, so what
// an agent's functions have said is put before them.
func (r *traceRun) flush() {
	for _, a := range r.actors {
		for _, line := range append(a.said, a.told...) {
			r.add(strings.TrimSpace(a.name + " " + line))
		}
		a.said, a.told = nil, nil
	}
}

// traceObserver turns events into lines of a trace.
type traceObserver struct{ run *traceRun }

func (o traceObserver) ObserveLevel(world.AgentID) event.Level { return o.run.mode.level }

func (o traceObserver) Observe(e *event.Event) {
	line, _, _ := strings.Cut(decidertest.EventString(e), "/behavior ")
	if e.Kind == event.Erred {
		line = errorLine(e.Err)
	}
	if !o.run.trace.shown(strings.Fields(line)[0]) {
		return
	}
	for _, a := range o.run.actors {
		switch {
		case a.name != "" && o.run.forest.ids[a.name] != e.Agent:
		case o.run.trace.crowd:
			a.told = append(a.told, line)
		default:
			a.note(line)
		}
	}
}

func errorLine(err error) string {
	var e *decider.TickError
	if !errors.As(err, &e) {
		return "error without a place: " + err.Error()
	}
	said := e.Err.Error()
	var panicked *decider.PanicError
	if errors.As(e.Err, &panicked) { // without the position of the test's code
		said = fmt.Sprintf("%v: %v", decider.ErrPanic, panicked.Value)
	}
	return fmt.Sprintf("error in %s of %s: %s", e.Call, e.Path, strings.TrimPrefix(said, "decider: "))
}

// state is an agent's line about itself.
func (a *actor) state() string {
	status := fmt.Sprint(a.self.Status())
	if a.self.Status() == 0 {
		status = "0"
	}
	return strings.TrimSpace(strings.Join(append([]string{"=", a.name, status}, a.self.path()...), " "))
}

// check adds a line of a kind that stands in a trace only where it is wanted.
func (r *traceRun) check(want string) {
	words := strings.Fields(want)
	switch words[0] {
	case "=":
		for _, a := range r.actors {
			if a.name == "" || a.name == words[1] {
				r.add(strings.ReplaceAll(a.state(), "=  ", "= "))
			}
		}
	case "holders":
		r.add(r.holders(words[1]))
	case "left":
		r.add(r.left(words[1], words[2]))
	case "ticked":
		if !r.trace.crowd { // the event
			return
		}
		if r.mode.ticked != nil {
			r.add(r.mode.ticked[r.now])
		} else {
			r.add(r.report)
		}
	case "stale":
		r.add(fmt.Sprint("stale ", r.world.Stats().Stale))
	case "undelivered":
		if r.shared != nil {
			r.add(fmt.Sprint("undelivered ", r.shared.Undelivered()))
		} else {
			r.add(fmt.Sprint("undelivered ", r.world.Stats().Undelivered))
		}
	}
}

// refusal names the reason why something did not take place; "" where it did.
func refusal(err error) string {
	for _, sentinel := range []error{
		decider.ErrTime, decider.ErrClosed, decider.ErrReentrant,
		decider.ErrNilTree, decider.ErrSlotOverflow, decider.ErrSlotCycle, decider.ErrNoSlot, decider.ErrNotPlugged, decider.ErrNoDecider,
		crowd.ErrNotAdvanced, crowd.ErrNoAgent, world.ErrNoWorld, world.ErrClosed, world.ErrToken, world.ErrCompleted,
	} {
		if e := (*decider.TickError)(nil); errors.Is(err, sentinel) && !errors.As(err, &e) {
			_, what, _ := strings.Cut(sentinel.Error(), ": ")
			return what
		}
	}
	return ""
}

// refused adds the line for that.
func (r *traceRun) refused(a *actor, err error) {
	refused := refusal(err)
	if refused != "" {
		line := "refused: " + refused
		if a != nil {
			line = strings.TrimSpace(a.name + " " + line)
		}
		r.add(line)
		err = errors.New(refused)
	}
	if err != nil && a != nil {
		a.calls = append(a.calls, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

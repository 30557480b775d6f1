package differential_test

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/reference"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// interpreter is one agent in the engine or in the reference.
type interpreter interface {
	Tick(*randomtree.Subject, decider.Input) error
	Reset() error
	Close() error
	Status() behavior.Status
	Observe(event.Observer)
	Plug(*decider.Slot[*randomtree.Subject], *decider.Tree[*randomtree.Subject]) error
	Unplug(*decider.Slot[*randomtree.Subject]) error
	ResetBelow(string) error
	Override(string, event.Override) error
	inspect() engine.Inspection
	turns() []state.Decider // in the order of the tree, with what Reference.Turns returns
}

type fast struct {
	*decider.Memory[*randomtree.Subject]
}

func (f fast) Tick(s *randomtree.Subject, in decider.Input) error {
	return decider.TickBehaviorTree(f.Memory, s, in)
}
func (f fast) inspect() engine.Inspection { return see.Inspect(f.Plain(engine.Key{})) }

func (f fast) turns() []state.Decider { return turnsOf(f.Memory) }

// turnsOf returns an agent's states without the fields that are compared elsewhere.
func turnsOf(m debugprint.Stater) (all []state.Decider) {
	for s, next := m.StateAt(0, false); next >= 0; s, next = m.StateAt(next, false) {
		all = append(all, state.Decider{
			Decider: s.Decider, Active: s.Active, CooldownLeft: s.CooldownLeft, EveryLeft: s.EveryLeft, Entries: s.Entries, Limit: s.Limit,
			Turn: s.Turn, TurnsLeft: s.TurnsLeft, Accepted: s.Accepted, Succeeded: s.Succeeded, Failed: s.Failed, Waiting: s.Waiting,
		})
	}
	return all
}

type plain struct {
	*reference.Reference[*randomtree.Subject]
}

func (p plain) inspect() engine.Inspection {
	return engine.Inspection{
		Every: p.Every(), Cooldown: p.Cooldown(), Blocks: p.Blocks(), Path: p.Path(), Entries: p.Entries(), Monitors: p.Monitors(),
		Values: p.Values(),
	}
}

func (p plain) turns() []state.Decider { return p.Turns() }

// actor is one agent of a scene.
type actor struct {
	interpreter
	subject  *randomtree.Subject
	stimuli  *stimuli.Set
	recorder decidertest.Recorder
	watched  bool // the recorder observes
	history  *history
	echo     *echo // nil where it is not recorded
	input    decider.Input
}

// record starts recording and replaying an agent of an engine.
func (a *actor) record() {
	a.echo = &echo{}
	if err := a.interpreter.(fast).Record(a.echo); err != nil {
		panic(err)
	}
}

// TickAgain ticks from inside a tick, which is an error.
func (a *actor) TickAgain() error { return a.Tick(a.subject, a.input) }

// scene is a world in one interpreter, whose agents all run one tree and the trees plugged into it.
type scene struct {
	world  *world.World
	actors []*actor
}

// trial consists of scenes that must stay equal: the reference first, then an observed and an unobserved engine.
type trial struct {
	set    *randomtree.TreeSet
	tree   *decider.Tree[*randomtree.Subject]
	plugs  []*decider.Tree[*randomtree.Subject]
	scenes []*scene
	now    float64
	flags  decider.DecisionFlags
	ticks  int
	cover  coverage
	held   bool     // deciders are sometimes forced and forbidden
	log    []string // what was done to it, for reports
}

// newTrial returns a trial of a random tree set, or nil if InitializeTreeData refuses one of its trees.
func newTrial(s randomtree.Source, cover coverage) *trial {
	t := &trial{set: randomtree.RandomTreeSet(s, without()|randomtree.FeatureGates|randomtree.FeatureSquads), cover: cover} // those have trials of their own
	var err error
	if t.tree, err = decider.InitializeTreeData(t.set.Root); err != nil {
		cover.refused(err)
		return nil
	}
	if t.plugs, err = t.set.InitializePlugs(); err != nil {
		cover.refused(err)
		return nil
	}
	seed := uint64(s.Choose(1 << 16))
	agents := 1 + s.Choose(2)
	worlds := s.Choose(3) > 0
	for i := range 3 {
		t.scenes = append(t.scenes, t.newScene(i == 0, seed, agents, worlds))
	}
	t.held = chance(s, 3)
	if s.Choose(3) == 0 { // recorded agents always take the long way
		for _, a := range t.scenes[2].actors {
			a.record()
		}
	}
	for _, a := range t.scenes[0].actors {
		a.recorder.Level, a.watched = 5, true
		a.history = newHistory(t.set)
		a.Observe(&a.recorder)
	}
	return t
}

func (t *trial) newScene(byReference bool, seed uint64, agents int, worlds bool) *scene {
	sc := &scene{}
	if worlds {
		sc.world = world.New(world.Options{Seed: seed})
	}
	for i := range agents {
		id := world.AgentID(i + 1)
		a := &actor{subject: &randomtree.Subject{
			Seed: seed + uint64(i), Facts: seed, Others: []world.AgentID{1, 2, 3},
			Slots: t.set.Slots, Trees: append(slices.Clip(t.plugs), t.tree), Names: t.set.Names,
		}}
		if i == 0 {
			a.stimuli = stimuli.NewSet(5)
		}
		if byReference {
			r, err := reference.NewReference(t.set.Root, sc.world, id)
			if err != nil {
				panic(err)
			}
			r.Declare(t.tree, t.set.Root)
			for i, plug := range t.plugs {
				r.Declare(plug, t.set.Plugs[i])
			}
			a.interpreter = plain{r}
		} else {
			a.interpreter = fast{t.tree.NewMemory(sc.world, id)}
		}
		a.subject.Inside = a
		sc.actors = append(sc.actors, a)
	}
	return sc
}

// mismatch is the first difference between the reference and an engine.
type mismatch struct {
	what      string
	whose     string
	want, got []string
	events    []string    // of the reference
	did       [2][]string // what user code did on the side, in the reference and in the engine
}

// each calls do for an agent in every scene and compares the results.
func (t *trial) each(agent int, what string, do func(*actor) error) *mismatch {
	t.log = append(t.log, fmt.Sprintf("agent %d: %s", agent+1, what))
	for _, sc := range t.scenes {
		a := sc.actors[agent]
		a.subject.ClearLog()
		a.recorder.Clear()
		if a.echo != nil {
			a.echo.Clear()
		}
	}
	model := t.scenes[0].actors[agent]
	want := do(model)
	t.cover.add(model.history, model.recorder.Events, model.subject.Calls)
	for i, sc := range t.scenes[1:] {
		a := sc.actors[agent]
		if m := compare(model, a, want, do(a)); m != nil {
			m.whose = fmt.Sprintf("agent %d in engine %d (watched: %v at level %d)", agent+1, i+1, a.watched, a.recorder.Level)
			m.events = model.recorder.Strings()
			m.did = [2][]string{sideEffects(model.subject), sideEffects(a.subject)}
			return m
		}
	}
	return nil
}

// sideEffects returns the side effects of user code.
func sideEffects(s *randomtree.Subject) (all []string) {
	for _, call := range s.Calls {
		if call.Did != "" {
			all = append(all, call.Func+" of "+call.Decider+":"+call.Did)
		}
	}
	return all
}

// advance begins a frame in all worlds. The messages without a receiver must be the same.
func (t *trial) advance(dt float64) *mismatch {
	model := t.scenes[0].world
	if model == nil {
		return nil
	}
	want := errorLines(model.Advance(dt))
	for _, sc := range t.scenes[1:] {
		if got := errorLines(sc.world.Advance(dt)); !slices.Equal(want, got) {
			return &mismatch{what: "messages between agents", whose: "the worlds", want: want, got: got}
		}
	}
	return nil
}

// tick ticks all agents once.
func (t *trial) tick(dt float64) *mismatch {
	t.now += dt
	if m := t.advance(dt); m != nil {
		return m
	}
	for i := range t.scenes[0].actors {
		t.ticks++
		what := fmt.Sprintf("tick %g dt %g flags %x facts %x", t.now, dt, uint64(t.flags), t.scenes[0].actors[i].subject.Facts)
		m := t.each(i, what, func(a *actor) error {
			if a.stimuli != nil {
				a.stimuli.Update(dt)
			}
			a.input = decider.Input{Time: t.now, DT: dt, DecisionFlags: t.flags, Stimuli: a.stimuli}
			return a.Tick(a.subject, a.input)
		})
		if m != nil {
			return m
		}
	}
	return nil
}

// tickBadly ticks an agent with a time that is refused.
func (t *trial) tickBadly(agent int, in decider.Input) *mismatch {
	return t.each(agent, fmt.Sprintf("bad tick %+v", in), func(a *actor) error { return a.Tick(a.subject, in) })
}

// everywhere calls do in all scenes.
func (t *trial) everywhere(agent int, what string, do func(*actor)) {
	t.log = append(t.log, fmt.Sprintf("agent %d: %s", agent+1, what))
	for _, sc := range t.scenes {
		do(sc.actors[agent])
	}
}

// watch makes the recorder of an agent in one engine observe at a level; a level below 0 removes it.
func (t *trial) watch(engine, agent int, level event.Level) {
	t.log = append(t.log, fmt.Sprintf("agent %d in engine %d: watched at level %d", agent+1, engine+1, level))
	a := t.scenes[1+engine].actors[agent]
	if a.watched && level > 0 {
		a.recorder.Level = level
		return
	}
	a.watched, a.recorder.Level = level >= 0, level
	if a.watched {
		a.Observe(&a.recorder)
	} else {
		a.Observe(nil)
	}
}

// compare compares an agent in the reference and in an engine.
func compare(model, a *actor, want, got error) *mismatch {
	if a.watched {
		events := slices.DeleteFunc(slices.Clone(model.recorder.Events), func(e event.Event) bool {
			return e.Kind.Level() > a.recorder.Level
		})
		if !slices.EqualFunc(events, a.recorder.Events, sameEvent) {
			return &mismatch{what: "events", want: eventLines(events), got: eventLines(a.recorder.Events)}
		}
	}
	if a.echo != nil {
		if m := a.echo.compare(model.recorder.Events); m != nil {
			return m
		}
	}
	if w, g := model.subject.Calls, a.subject.Calls; !slices.Equal(w, g) {
		return &mismatch{what: "calls", want: lines(w), got: lines(g)}
	}
	if w, g := errorLines(want), errorLines(got); !slices.Equal(w, g) {
		return &mismatch{what: "errors", want: w, got: g}
	}
	if w, g := model.Status(), a.Status(); w != g {
		return &mismatch{what: "status", want: []string{fmt.Sprint(w)}, got: []string{fmt.Sprint(g)}}
	}
	if w, g := inspected(model), inspected(a); !slices.Equal(w, g) {
		return &mismatch{what: "memory", want: w, got: g}
	}
	if w, g := model.turns(), a.turns(); !slices.Equal(w, g) {
		return &mismatch{what: "states", want: turnLines(w), got: turnLines(g)}
	}
	return nil
}

// turnLines returns states as text, with all fields that are set.
func turnLines(states []state.Decider) []string {
	text := make([]string, len(states))
	for i, s := range states {
		v := reflect.ValueOf(s)
		for f, field := range v.Fields() {
			if !field.IsZero() {
				text[i] += fmt.Sprintf(" %s:%v", f.Name, field)
			}
		}
	}
	return text
}

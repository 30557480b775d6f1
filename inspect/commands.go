package inspect

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/stops"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Limits of control.
const (
	minSpeed = 0.1
	maxSpeed = 16
	maxSteps = 1000
)

// maxValueText limits a change of a blackboard value.
const maxValueText = 1024

// patience is how long a request waits for the game's next Frame.
const patience = 3 * time.Second

// ask runs a command in the game's next Frame and waits for its result. A command that times out is not run.
func (l *link) ask(ctx context.Context, kind commandKind, do func(*game) (any, error)) (any, error) {
	return l.askFor(ctx, kind, patience, do)
}

// askFor is ask with another patience, for a command of several steps: it is run again, in the same Frame or a later one,
// while it returns errMore.
func (l *link) askFor(ctx context.Context, kind commandKind, patience time.Duration, do func(*game) (any, error)) (any, error) {
	if l == nil {
		return nil, refusal(http.StatusConflict, wire.ProblemNotLive, "no game is running behind this page")
	}
	c := &command{kind: kind, do: do, answer: make(chan result, 1)}
	defer waits(ctx)()
	select {
	case l.commands <- c:
	default:
		return nil, refusal(http.StatusServiceUnavailable, wire.ProblemBusy, "too many requests wait for the game")
	}
	tooLong := time.NewTimer(patience)
	defer tooLong.Stop()
	select {
	case r := <-c.answer:
		return r.value, r.err
	case <-ctx.Done():
	case <-tooLong.C:
	}
	for !c.state.CompareAndSwap(waiting, givenUp) {
		select { // it is running, or a step of it is, and takes microseconds
		case r := <-c.answer:
			return r.value, r.err
		case <-time.After(time.Millisecond):
		}
	}
	return nil, refusal(http.StatusServiceUnavailable, wire.ProblemBusy, "the game makes no frames just now; is it stopped in a debugger?")
}

// obey runs the pages' commands. Copies wait until there is time for them.
func (g *game) obey(began time.Time) {
	for range cap(g.link.commands) {
		var c *command
		select {
		case c = <-g.link.commands:
		default:
		}
		if c == nil {
			break
		}
		if c.kind != atOnce {
			c.since = began
			g.postponed = append(g.postponed, c)
			continue
		}
		c.run(g)
	}
	g.goOn(began, func(k commandKind) bool { return k != aPart })
}

// goOn runs postponed commands of some kinds as far as there is time.
func (g *game) goOn(began time.Time, of func(commandKind) bool) {
	kept := g.postponed[:0]
	for _, c := range g.postponed {
		j := &g.jobs[c.kind]
		more := c.state.Load() != givenUp
		overdue := c.kind != aPart && began.Sub(c.since) >= patience/3 // a person waits: the time is paid back afterwards
		for more && of(c.kind) && (overdue || g.budget.affords(j, began)) {
			from := g.budget.now()
			more = c.run(g)
			j.done(from, g.budget.now(), 0, 0)
		}
		if more {
			kept = append(kept, c)
		}
	}
	clear(g.postponed[len(kept):])
	g.postponed = kept
}

// waits reports whether a postponed command is in steps, or any that is not.
func (g *game) waits(inSteps bool) bool {
	return slices.ContainsFunc(g.postponed, func(c *command) bool { return (c.kind == aPart) == inSteps })
}

// run does a command, or a step of it; more is true if there are others.
func (c *command) run(g *game) (more bool) {
	if !c.state.CompareAndSwap(waiting, taken) {
		return false
	}
	defer func() {
		if p := recover(); p != nil { // such as user code that a Reset calls and LetPanics lets through
			c.answer <- result{nil, refusal(http.StatusConflict, wire.ProblemRefused, "it panicked: %v", p)}
		}
	}()
	value, err := c.do(g)
	if err == errMore {
		c.state.Store(waiting)
		return true
	}
	c.answer <- result{value, err}
	return false
}

// controlBy pauses, resumes, steps or changes the speed.
func (g *game) controlBy(r wire.ControlRequest) (any, error) {
	switch r.Do {
	case "pause":
		g.pause(true)
	case "go":
		g.pause(false)
	case "step":
		steps := max(r.Steps, 1)
		if r.Steps < 0 || steps > maxSteps {
			return nil, bad("step makes 1 to %d frames, not %d", maxSteps, r.Steps)
		}
		g.pause(true)
		g.control.Stopped = nil
		g.steps = steps
		g.controlled++
	case "speed":
		if !(r.Speed >= minSpeed && r.Speed <= maxSpeed) {
			return nil, bad("the speed is %v to %v, not %v", minSpeed, maxSpeed, r.Speed)
		}
		g.control.Speed, g.owed = r.Speed, 0
		g.controlled++
	default:
		return nil, bad("control does pause, go, step or speed, not %q", clip(r.Do))
	}
	now := g.control
	now.Frame = g.w.Frame()
	return now, nil
}

// breakpoint adds or removes breakpoints.
func (g *game) breakpoint(r wire.BreakpointRequest) (any, error) {
	var err error
	switch r.Do {
	case "add":
		var flags, with uint64
		if flags, err = flagBits("flags", r.Breakpoint.Flags); err != nil {
			return nil, err
		}
		if with, err = flagBits("with", r.Breakpoint.With); err != nil {
			return nil, err
		}
		if _, err = g.spy.Add(r.Breakpoint, flags, with, g.known); err == nil && r.Breakpoint.Agent != 0 {
			g.chooser.ask(world.AgentID(r.Breakpoint.Agent)) // so that it can be looked at when it is hit
		}
	case "remove":
		if r.Breakpoint.ID <= 0 {
			return nil, bad("remove needs the breakpoint's id")
		}
		err = g.spy.Remove(r.Breakpoint.ID)
	case "clear":
		err = g.spy.Remove(0)
	default:
		return nil, bad("breakpoint does add, remove or clear, not %q", clip(r.Do))
	}
	var refused *stops.Refusal
	switch {
	case errors.As(err, &refused) && refused.Missing:
		return nil, refusal(http.StatusNotFound, wire.ProblemNotFound, "%s", refused.Text)
	case errors.As(err, &refused):
		return nil, bad("%s", refused.Text)
	case err != nil:
		return nil, err
	}
	return wire.Breakpoints{Breakpoints: g.spy.List()}, nil
}

// known refuses a decider that no tree has, and suggests the one that was probably meant.
func (g *game) known(decider string) error {
	if g.registry.knows(decider) {
		return nil
	}
	_, names := g.registry.all()
	for _, name := range names {
		if strings.EqualFold(name, strings.TrimSpace(decider)) {
			return refusal(http.StatusNotFound, wire.ProblemNotFound, "no tree has a decider %q: did you mean %s?", clip(decider), name)
		}
	}
	return refusal(http.StatusNotFound, wire.ProblemNotFound, "no tree has a decider %q: take a name from the tree, in the same case", clip(decider))
}

// deed is a checked Act.
type deed struct {
	wire.Act
	set, clear uint64
	stimulus   stimuli.Stimulus
	override   event.Override
	freed      []string // by release, and by free without a decider
}

// deedOf checks an act.
func deedOf(a wire.Act) (d deed, err error) {
	d.Act = a
	if a.Decider != "" && a.Do == "release" {
		return d, bad("release ends all that is held: to end one decider's override, use free")
	}
	if a.Agent == 0 && a.Do != "release" {
		return d, bad("an act needs an agent")
	}
	switch a.Do {
	case "stimulate":
		kind, err := flagBits("stimuli", a.Stimuli)
		if err != nil {
			return d, err
		}
		d.stimulus = stimuli.Note(stimuli.StimuliFlags(kind), a.Seconds)
		if !(a.Seconds >= 0) {
			return d, bad("a stimulus lasts 0 seconds (until the next update) or more, not %v", a.Seconds)
		}
		if err := d.stimulus.Err(); err != nil {
			return d, bad("%v", err)
		}
	case "flag":
		if d.set, err = flagBits("set", a.Set); err != nil {
			return d, err
		}
		if d.clear, err = flagBits("clear", a.Clear); err != nil {
			return d, err
		}
		if d.set&d.clear != 0 {
			return d, bad("a flag cannot be set and cleared")
		}
	case "force", "forbid", "free":
		if a.Decider == "" && a.Do != "free" {
			return d, bad("%s needs a decider", a.Do)
		}
		if len(a.Groups) > declaration.MaxDepth || len(a.Groups) > 0 && (a.Do == "forbid" || a.Decider == "") {
			return d, bad("force and free of a decider take at most %d groups with it, and nothing else does", declaration.MaxDepth)
		}
		d.override = map[string]event.Override{"force": event.Forced, "forbid": event.Forbidden}[a.Do]
	case "value":
		if a.Key == "" || len(a.Key)+len(a.Field)+len(a.Text) > maxValueText {
			return d, bad("value needs a key, and at most %d bytes for key, field and text", maxValueText)
		}
	case "release", "reset":
	default:
		return d, bad("an act is stimulate, flag, force, forbid, free, release or reset, or in a fork value, not %q", clip(a.Do))
	}
	return d, nil
}

// act acts on an agent and notes it for forks.
func (g *game) act(d deed) (any, error) {
	if d.Agent == 0 {
		return g.release()
	}
	if d.Do == "value" {
		return nil, bad("a value of the blackboard is set in a fork alone: the game's own code writes to it while it runs")
	}
	m := g.members.of(g.w, world.AgentID(d.Agent))
	if m == nil {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotFound, "there is no agent %d", d.Agent)
	}
	if d.Do == "force" || d.Do == "forbid" {
		for _, name := range d.deciders() {
			if err := g.known(name); err != nil {
				return nil, err
			}
		}
	}
	if err := d.do(m); err != nil {
		return nil, err
	}
	g.changes++
	again := func(b *history.Branch) error { return d.again(b) }
	if d.Do == "stimulate" || d.Do == "reset" {
		g.checkpoints.Note(again)
	} else {
		g.checkpoints.NoteHold(again)
	}
	return wire.Done{Frame: g.w.Frame()}, nil
}

// release ends all that any agent is held to.
func (g *game) release() (any, error) {
	var agents []uint64 // first, since what is walked must not change
	for id := range g.members.held() {
		agents = append(agents, id)
	}
	for _, id := range agents {
		if _, err := g.act(deed{Act: wire.Act{Do: "release", Agent: id}}); err != nil {
			return nil, err
		}
	}
	return wire.Done{Frame: g.w.Frame()}, nil
}

// deciders are those that force and forbid are about.
func (d *deed) deciders() []string { return append([]string{d.Decider}, d.Groups...) }

func (d *deed) do(m engine.Member) error {
	refused := func(err error) error {
		if err == nil {
			return nil
		}
		return refusal(http.StatusConflict, wire.ProblemRefused, "%v", err)
	}
	switch d.Do {
	case "stimulate":
		return refused(m.Stimulate(d.Agent, d.stimulus))
	case "reset":
		return refused(m.Reset(d.Agent))
	}
	next := m.Holds(d.Agent).Copy()
	switch {
	case d.Do == "flag":
		next.Set, next.Clear = d.set, d.clear
	case d.Decider == "":
		for _, h := range next.Deciders {
			d.freed = append(d.freed, h.Name)
		}
		next.Deciders = nil
		if d.Do == "release" {
			next.Set, next.Clear = 0, 0
		}
	default:
		for _, name := range d.deciders() {
			next = tick.Overridden(next, name, d.override)
		}
		return refused(m.Hold(d.Agent, next))
	}
	return refused(m.Hold(d.Agent, next.Any()))
}

// again repeats it in a fork.
func (d *deed) again(b *history.Branch) error {
	agent := world.AgentID(d.Agent)
	switch d.Do {
	case "stimulate":
		return b.Stimulate(agent, d.stimulus)
	case "reset":
		return b.Reset(agent)
	case "flag":
		return b.SetFlags(agent, decider.DecisionFlags(d.set), decider.DecisionFlags(d.clear))
	case "value":
		return b.SetValue(agent, d.Key, d.Decider, d.Field, d.Text)
	}
	names := d.deciders()
	if d.Decider == "" {
		names = d.freed
	}
	var errs []error
	if d.Do == "release" {
		errs = append(errs, b.SetFlags(agent, 0, 0))
	}
	for _, name := range names {
		errs = append(errs, b.Override(agent, name, d.override))
	}
	return errors.Join(errs...)
}

package games

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// trap makes an agent's code do something in one of its next calls.
type trap struct {
	function string // "" for any
	left     int    // calls of it until then
	action   int    // index into actions
	arg      int
}

// mischief is what the traps panic with, and wrapped by the errors that they fail with.
type mischief string

func (x mischief) Error() string { return "mischief of " + string(x) }

// isOurs reports whether user code, not the engine, panicked with a value.
func isOurs(value any) bool {
	_, trap := value.(mischief)
	text, script := value.(string)
	return trap || script && strings.HasPrefix(text, "subject panics")
}

var functions = []string{"Deactivate", "Activate", "Deactivate", "Tick", "Decide", "", "Leave", "GateKey", "SquadKey", "CanPlay"}

// newTrap returns the trap of an operation.
func newTrap(b, c int) trap {
	return trap{functions[b%len(functions)], 1 + b/len(functions)%3, c % len(actions), c / len(actions)}
}

func (t trap) String() string {
	function := t.function
	if function == "" {
		function = "any function"
	}
	return fmt.Sprintf("call %d of %s: %s (%d)", t.left, function, actions[t.action].name, t.arg)
}

// action is what a trap does, in the middle of user code.
type action struct {
	name string
	do   func(a *actor, c *context, function string, arg int)
}

// before is called at the start of every call of an agent's code. It keeps the sums and springs the traps.
func (a *actor) before(c *context, function string) {
	m, name := a.match, c.DeciderName()
	if c.ID != a.id {
		m.report.fail("%s of %s got the ID %d, its agent is %d", function, name, c.ID, a.id)
	}
	if a.gone {
		m.report.fail("%s of %s was called for agent %d, which is gone", function, name, a.id)
	}
	switch function {
	case "Activate":
		a.up[name]++
	case "Tick", "Leave":
		if a.up[name] == 0 {
			m.report.fail("%s of %s, which is not active, was called for agent %d", function, name, a.id)
		}
	case "Deactivate":
		if a.up[name]--; a.up[name] < 0 && !(m.deferred > 0 && m.world.Closed()) { // a closed world launches nothing
			m.report.fail("%s of agent %d was deactivated (%v) and is not active", name, a.id, c.Reason())
		}
		if a.up[name] <= 0 {
			delete(a.up, name)
		}
		if c.Reason() == 0 {
			m.report.fail("%s of agent %d was deactivated without a reason", name, a.id)
		}
	}
	for i := 0; i < len(a.traps); i++ {
		t := &a.traps[i]
		if t.function != "" && t.function != function {
			continue
		}
		if t.left--; t.left > 0 {
			continue
		}
		sprung := *t
		a.traps = append(a.traps[:i:i], a.traps[i+1:]...)
		m.report.count(&m.report.Traps, 1)
		a.did = append(a.did, "sprung: "+sprung.String())
		actions[sprung.action].do(a, c, function, sprung.arg)
		return
	}
}

// tell notes and checks the result of a call from inside. If want is not nil the error must wrap it.
func (a *actor) tell(what string, err, want error) {
	a.did = append(a.did, fmt.Sprintf("%s: %v", what, err))
	a.match.check(what, err)
	if want != nil && !errors.Is(err, want) {
		a.match.report.fail("%s inside of %s: %v, not %v", what, a.match.doing, err, want)
	}
}

// refused returns the error with which an agent's crowd and its world refuse calls now; nil if they do not.
func (a *actor) refused() error {
	switch doing := a.match.doing; {
	case a.herd == nil:
	case doing == "Crowd.Tick", doing == "Crowd.Remove", doing == "Crowd.Migrate", strings.HasPrefix(doing, "View."):
		return world.ErrTicking
	}
	return nil
}

// refusedByWorld is refused for calls of the world itself, which says first that it is closed.
func (a *actor) refusedByWorld() error {
	if err := a.refused(); err == nil || !a.match.world.Closed() {
		return err
	}
	return world.ErrClosed
}

// actions are what traps do. An agent of a crowd may call its own crowd and world, in which it mostly is refused; a single
// agent may call everything in its world.
var actions []action

func init() {
	fail := func(a *actor, c *context, _ string, _ int) { c.Fail(mischief("a failure")) }
	on := func(name string, do func(a *actor, c *context, arg int)) action {
		return action{name, func(a *actor, c *context, _ string, arg int) { do(a, c, arg) }}
	}
	actions = []action{
		on("panic", func(a *actor, _ *context, _ int) { panic(mischief("a panic")) }),
		on("Goexit", func(a *actor, _ *context, _ int) {
			a.match.exits.Add(1)
			runtime.Goexit()
		}),
		{"Fail", fail},
		on("ResetBelow", func(a *actor, c *context, arg int) {
			a.tell("ResetBelow", decider.ResetBelow(c, pick(a.match.names, arg)), nil)
		}),
		on("Plug", func(a *actor, c *context, arg int) {
			if slot := pick(a.match.set.Slots, arg); slot != nil {
				a.tell("Plug", slot.Plug(c, pick(a.match.plugged(), arg/3)), nil)
			}
		}),
		on("Unplug", func(a *actor, c *context, arg int) {
			if slot := pick(a.match.set.Slots, arg); slot != nil {
				a.tell("Unplug", slot.Unplug(c), nil)
			}
		}),
		on("Send", func(a *actor, c *context, arg int) {
			c.Send(pick(a.match.actors, arg).id, stimuli.Note(1<<(arg%5), 0.5))
			c.Send(a.id, stimuli.Note(3, 1)) // two kinds at once: refused, and an error of the tick
		}),
		on("Stimuli.Add", func(a *actor, c *context, arg int) {
			a.tell("Stimuli.Add", c.Stimuli.Add(stimuli.Note(1<<(arg%4), 0.5)), nil)
		}),
		{"DelegateDecideToChildren", func(a *actor, c *context, _ string, _ int) {
			a.did = append(a.did, fmt.Sprintf("delegate: %v", c.DelegateDecideToChildren()))
		}},
		on("own Reset", func(a *actor, _ *context, _ int) {
			if a.herd == nil {
				a.tell("Reset", a.memory.Reset(), nil)
			}
		}),
		on("own Close", func(a *actor, _ *context, _ int) {
			if a.herd == nil {
				a.tell("Close", inside{a}.Close(), nil)
			}
		}),
		on("own tick and copies", func(a *actor, _ *context, _ int) {
			if a.herd == nil {
				a.tell("tick", a.tick(), decider.ErrReentrant)
				a.tell("Snapshot", a.memory.Snapshot(io.Discard), decider.ErrReentrant)
				_, err := a.memory.Migrate(a.match.own[0])
				a.tell("Migrate", err, decider.ErrReentrant)
				a.tell("Override", a.memory.Override("ROOT", 0), decider.ErrReentrant)
			}
		}),
		on("another agent", func(a *actor, _ *context, arg int) {
			if other := pick(a.match.singles(), arg); a.herd == nil && other != a {
				a.tell("tick of another", other.tick(), nil)
				if arg%3 == 0 {
					a.tell("Reset of another", other.memory.Reset(), nil)
				}
				if arg%7 == 0 {
					a.tell("Close of another", inside{other}.Close(), nil)
				}
			}
		}),
		on("the crowd's agents", func(a *actor, _ *context, arg int) { a.callCrowd(arg) }),
		on("Crowd.Tick", func(a *actor, _ *context, arg int) {
			if h := a.crowd(arg); h != nil && a.herd != nil {
				_, err := h.crowd.Tick()
				a.tell("Crowd.Tick", err, a.refused())
			} else if h != nil {
				a.match.tickHerd(h)
			}
		}),
		on("World.Advance", func(a *actor, _ *context, _ int) {
			if !a.match.forked && a.crowd(0) != nil {
				a.tell("Advance", a.match.world.Advance(0.125), a.refusedByWorld())
			}
		}),
		on("World.Close", func(a *actor, _ *context, arg int) {
			if want := a.refused(); want != nil {
				a.tell("World.Close", a.match.world.Close(), want)
			} else if a.herd == nil && !a.match.forked && arg%4 == 0 {
				a.match.close()
			}
		}),
		on("World.Snapshot", func(a *actor, _ *context, _ int) {
			if a.refused() != nil {
				a.tell("World.Snapshot", a.match.world.Snapshot(io.Discard), a.refusedByWorld())
			}
		}),
	}
}

// crowd returns the crowd that an agent calls from inside: its own, or for a single agent one of all; nil for none.
func (a *actor) crowd(arg int) *herd {
	if a.herd == nil {
		return pick(a.match.herds, arg)
	}
	return a.herd
}

// callCrowd calls the methods of a crowd from inside.
func (a *actor) callCrowd(arg int) {
	h, m := a.crowd(arg), a.match
	if h == nil {
		return
	}
	want := a.refused()
	switch arg % 4 {
	case 0:
		if want != nil {
			_, err := h.crowd.Add(&subject{})
			a.tell("Crowd.Add", err, want)
			_, err = h.crowd.Migrate(h.tree)
			a.tell("Crowd.Migrate", err, want)
		} else if m.doing != "World.Close" {
			m.add(h, arg)
		}
	case 1:
		if b := pick(h.actors, arg/4); b != nil && want != nil {
			a.tell("Crowd.Remove", h.crowd.Remove(b.id), want)
		} else if b != nil && a.herd == nil {
			m.remove(b)
		}
	case 2:
		if b := pick(h.actors, arg/4); b != nil {
			if _, err := h.crowd.View(b.id); a.herd != nil {
				a.tell("Crowd.View", err, want)
			} else if err == nil {
				m.reset(b)
			}
		}
	case 3:
		if b := pick(h.actors, arg/4); b != nil {
			a.tell("Crowd.SetFlags", h.crowd.SetFlags(b.id, 1, 2), want)
			a.tell("Crowd.Stimulate", h.crowd.Stimulate(b.id, stimuli.Note(1, 1)), want)
			a.tell("Crowd.SetRate", h.crowd.SetRate(b.id, 4), want)
		}
	}
}

package decider_test

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// actor is an agent of a trace. Its functions do what the scripts of their decider say: words joined by +, of
// which the last result counts; alternatives for successive calls in a tick are separated by commas.
type actor struct {
	name   string            // "" where it is the only one
	now    map[string]string // scripts by "DECIDER.function", for this tick; for all ticks they are the forest's
	made   map[string]int    // calls in this tick
	self   traceSubject
	forest *forest
	in     decider.Input
	note   func(string)
	result string   // of a deferred behavior, while its Done runs
	calls  []string // everything user code was called for and did

	who        func(world.AgentID) string
	holders    func(gate string) string
	set        *stimuli.Set
	last       float64  // time of its last tick, NaN before
	said, told []string // lines of this step: what its functions say; in a crowd, apart from that its events
}

type (
	actorContext = behavior.Context[*actor]
	counter      struct{ n int64 }
	list         struct{ items []int64 }
	found        struct{ value float64 }
)

var errOutOfBreath = errors.New("out of breath")

// traceBehavior is what a line of a trace's tree says of a behavior.
type traceBehavior struct {
	kind         string
	leaveTimeout float64 // seconds; 0 for no Leave
	period       float64 // seconds
	given        float64 // of kind given
	stock        behavior.Runner[*actor]
	system       *traceSystem
	done         bool // a deferred one has a Done
}

// plainly makes functions of a behavior without and with a block.
func plainly(function string) func(*actorContext) behavior.Status {
	return func(c *actorContext) behavior.Status { return c.Agent.act(c, function, nil) }
}

func countingly(function string) func(*actorContext, *counter) behavior.Status {
	return func(c *actorContext, b *counter) behavior.Status { return c.Agent.act(c, function, &b.n) }
}

// give puts a behavior, scripted but for kind bare, under a decider. It has a Leave if there is time for one.
func (f *forest) give(d *traceDecider, b traceBehavior) {
	name := strings.ToLower(d.Name)
	leave, leaveBlock := plainly("leave"), countingly("leave")
	if b.leaveTimeout == 0 {
		leave, leaveBlock = nil, nil
	}
	ends := func(c *actorContext) { c.Agent.act(c, "deactivate", nil) }
	endsBlock := func(c *actorContext, b *counter) { c.Agent.act(c, "deactivate", &b.n) }
	switch b.kind {
	case "bare":
		d.Behavior = &behavior.Behavior[*actor]{Name: name}
	case "plain":
		d.Behavior = &behavior.Behavior[*actor]{
			Name: name, Activate: plainly("activate"), Tick: plainly("tick"), Deactivate: ends,
			Period: b.period, Leave: leave, LeaveTimeout: b.leaveTimeout,
		}
	case "still":
		d.Behavior = &behavior.Behavior[*actor]{Name: name, Activate: plainly("activate"), Deactivate: ends}
	case "block":
		d.Behavior = &behavior.WithBlock[*actor, counter]{
			Name: name, Activate: countingly("activate"), Tick: countingly("tick"), Deactivate: endsBlock,
			Period: b.period, Leave: leaveBlock, LeaveTimeout: b.leaveTimeout,
		}
	case "boxed":
		f.giveBoxed(d, name)
	case "deferred":
		d.Behavior = f.deferred(name, b)
	case "dblock":
		value := decideOf(d.Name)
		d.DBlock = &decider.DBlock[*actor, found]{
			Decide: func(c *actorContext, f *found) float64 {
				if f.value != 0 {
					c.Agent.say(c.DeciderName() + ".decide: DBlock was not zero")
				}
				f.value = value(c)
				return f.value
			},
			Behavior: taking(name, b),
		}
	case "stock":
		d.Behavior = b.stock
	case "given":
		d.Behavior = &behavior.Given[*actor, found]{Value: found{b.given}, Behavior: taking(name, b)}
	}
}

// taking makes a behavior that tells what it starts with.
func taking(name string, b traceBehavior) *behavior.WithDBlock[*actor, found, counter] {
	leave := countingly("leave")
	if b.leaveTimeout == 0 {
		leave = nil
	}
	return &behavior.WithDBlock[*actor, found, counter]{
		Name: name,
		Activate: func(c *actorContext, f found, b *counter) behavior.Status {
			c.Agent.say(fmt.Sprintf("%s.activate: takes %g", c.DeciderName(), f.value))
			return c.Agent.act(c, "activate", &b.n)
		},
		Tick: countingly("tick"), Deactivate: func(c *actorContext, b *counter) { c.Agent.act(c, "deactivate", &b.n) },
		Period: b.period, Leave: leave, LeaveTimeout: b.leaveTimeout,
	}
}

// giveBoxed gives a behavior whose block has pointers.
func (f *forest) giveBoxed(d *traceDecider, name string) {
	counted := func(c *actorContext, function string, b *list) behavior.Status {
		n := int64(len(b.items))
		st := c.Agent.act(c, function, &n)
		for int64(len(b.items)) < n {
			b.items = append(b.items, n)
		}
		return st
	}
	d.Behavior = &behavior.WithBlock[*actor, list]{
		Name:       name,
		Activate:   func(c *actorContext, b *list) behavior.Status { return counted(c, "activate", b) },
		Tick:       func(c *actorContext, b *list) behavior.Status { return counted(c, "tick", b) },
		Deactivate: func(c *actorContext, b *list) { counted(c, "deactivate", b) },
		Reset: func(b *list) { // has no Context: for traces with one agent
			f.first.say(fmt.Sprintf("%s.reset: room for %t", d.Name, cap(b.items) > 0))
			b.items = b.items[:0]
		},
	}
}

// decideOf makes the Decide of a declaration. In a copy that has a Decide of its own too, it is the function copied.
func decideOf(declared string) func(*actorContext) float64 {
	return func(c *actorContext) float64 {
		function := "decide"
		if _, both := c.Agent.forest.always[c.DeciderName()+".copied"]; both && c.DeciderName() != declared {
			function = "copied"
		}
		return c.Agent.play(c, function, nil).value
	}
}

func (a *actor) act(c *actorContext, function string, count *int64) behavior.Status {
	return a.play(c, function, count).status
}

// result is the result of a script, read by its caller.
type result struct {
	status behavior.Status
	value  float64
}

var results = map[string]result{
	"Running": {status: behavior.Running}, "Success": {status: behavior.Success}, "Failure": {status: behavior.Failure},
	"Zero": {}, "Nine": {status: 9},
}

// play performs a function's script.
func (a *actor) play(c *actorContext, function string, count *int64) result {
	name := c.DeciderName()
	id := name + "." + function
	script, ok := a.now[id]
	if !ok {
		script = a.forest.always[id]
	}
	if turns := strings.Split(script, ","); len(turns) > 1 {
		script = turns[min(a.made[id], len(turns)-1)]
	}
	a.made[id]++
	a.calls = append(a.calls, fmt.Sprintf("%s (%s) reason %d after %g", id, script, c.Reason(), c.Duration()))
	res := result{status: behavior.Running, value: 1}
	for _, word := range strings.Split(script, "+") {
		if word == "" {
			continue
		}
		if known, is := results[word]; is {
			res = known
		} else if v, err := strconv.ParseFloat(word, 64); err == nil {
			res.value = v
		} else {
			a.perform(c, id, word, count, &res)
		}
	}
	return res
}

// perform does one word of a script that is not a plain result.
func (a *actor) perform(c *actorContext, id, word string, count *int64, res *result) {
	say := func(format string, args ...any) { a.say(id + ": " + fmt.Sprintf(format, args...)) }
	verb, kind, _ := strings.Cut(word, "-")
	flag := func() stimuli.StimuliFlags { return stimuli.StimuliFlags(lettersOf(kind)) }
	switch verb {
	case "fail":
		res.status = c.Fail(errOutOfBreath)
	case "panic":
		panic("ouch")
	case "delegate":
		res.value = c.DelegateDecideToChildren()
	case "reset", "close":
		if err := a.do([]string{verb}); err != nil {
			say("%v", err)
		}
	case "plug", "unplug", "resetbelow":
		if err := a.forest.from(c, strings.Split(word, "-")); err != nil {
			say("refused: %s", refusal(err))
		}
	case "again":
		say("%v", a.self.tick(a, a.in))
	case "add":
		if err := c.Stimuli.Add(stimuli.Kind[int32](flag()).New(0, 0)); err != nil {
			say("%v", err)
		}
	case "send", "renew":
		to, letters := c.ID, kind
		if name, rest, other := strings.Cut(kind, "-"); other {
			to, letters = a.forest.ids[name], rest
		}
		a.self.send(c, to, stimuli.Kind[int32](lettersOf(letters)).New(int32(c.ID), math.Inf(1)), verb == "renew")
	case "hear":
		heard := "hears"
		for from := range stimuli.Kind[int32](flag()).All(c.Stimuli) {
			heard += " " + a.who(world.AgentID(from))
		}
		say("%s", heard)
	case "draw":
		say("draws %.6f", float64(c.Rand().Uint64()>>11)*0x1p-53)
	case "duration":
		say("duration %g", c.Duration())
	case "reason":
		say("reason %v", c.Reason())
	case "bflags":
		say("flags %#x", uint64(c.BehaviorFlags))
	case "called":
		say("called")
	case "holders":
		say("%s", a.holders(kind))
	case "dt":
		say("DT %g", c.DT)
	case "role":
		say("role %d", c.Role())
	case "squad":
		say("%s", strings.Join(append([]string{"squad"}, a.self.squad(c)...), " "))
	case "result":
		say("result %s", a.result)
	case "count":
		*count++
		say("count %d", *count)
	default:
		panic("a trace's script says " + word)
	}
}

// say tells something that a trace shows, besides the events.
func (a *actor) say(text string) {
	a.calls = append(a.calls, text)
	a.note(text)
}

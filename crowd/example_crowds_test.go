package crowd_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// docs/CROWDS.md shows these examples, and that of columns.

// Goat is the agent of these examples.
type Goat struct {
	Name   string
	Eaten  int
	Fled   bool
	Hungry bool
}

type (
	Decider  = decider.Decider[*Goat]
	Children = decider.Children[*Goat]
	Behavior = behavior.Behavior[*Goat]
	Context  = behavior.Context[*Goat]
)

const (
	WolfNear decider.DecisionFlags = 1 << iota
	IsHungry
)

const Whistle stimuli.StimuliFlags = 1

// goats makes a crowd with one goat for each name.
func goats(root *Decider, names ...string) (*world.World, *crowd.Crowd[*Goat], []world.AgentID) {
	w := world.New(world.Options{Seed: 1})
	herd, err := crowd.New(w, decider.MustInitializeTreeData(root), crowd.Options[*Goat]{Name: "GOATS", Workers: 1, StimuliEach: 2})
	if err != nil {
		panic(err)
	}
	var ids []world.AgentID
	for _, name := range names {
		id, err := herd.Add(&Goat{Name: name})
		if err != nil {
			panic(err)
		}
		ids = append(ids, id)
	}
	return w, herd, ids
}

// frames runs frames of a second each and returns how many agents were ticked in each.
func frames(w *world.World, herd *crowd.Crowd[*Goat], count int) string {
	var ticked []string
	for range count {
		if err := w.Advance(1); err != nil {
			panic(err)
		}
		r, err := herd.Tick()
		if err != nil {
			panic(err)
		}
		ticked = append(ticked, fmt.Sprint(r.Ticked))
	}
	return strings.Join(ticked, " ")
}

// An agent is ticked after a change, once more to find that nothing changes any more, and then sleeps until the game
// tells the crowd about the next change.
func Example() {
	var mind = Decider{
		Name: "GOAT",
		Children: Children{
			{Name: "FLEE", DecisionFlags: decider.Check{All: WolfNear}, Behavior: &Behavior{
				Name: "FLEE",
				Tick: func(c *Context) behavior.Status {
					c.Agent.Fled = true
					return behavior.Running
				},
			}},
			{Name: "LISTEN", StimuliFlags: stimuli.Check{Any: Whistle}, Modifiers: decider.Modifiers{Timeout: 2}, Behavior: &Behavior{Name: "LISTEN"}},
			{Name: "GRAZE", Behavior: &Behavior{Name: "GRAZE"}}, // no Tick: the animation grazes
		},
	}
	tree, err := decider.InitializeTreeData(&mind)
	if err != nil {
		fmt.Println(err)
		return
	}
	w := world.New(world.Options{Seed: 7})
	herd, err := crowd.New(w, tree, crowd.Options[*Goat]{Name: "GOATS", Workers: 2, StimuliEach: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	goat := &Goat{Name: "Heidrun"}
	id, err := herd.Add(goat)
	if err != nil {
		fmt.Println(err)
		return
	}
	frame := func(dt float64) {
		if err := w.Advance(dt); err != nil {
			fmt.Println(err)
		}
		report, err := herd.Tick()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(report)
	}
	for range 3 {
		frame(0.5)
	}
	if err := herd.Stimulate(id, stimuli.Note(Whistle, 1)); err != nil {
		fmt.Println(err)
	}
	for range 6 {
		frame(0.5)
	}
	if err := herd.SetFlags(id, WolfNear, 0); err != nil {
		fmt.Println(err)
	}
	frame(0.5)
	fmt.Println(goat.Name, "has fled:", goat.Fled)
	// Output:
	// frame 1: 1 of 1 agents ticked, 2 entered
	// frame 2: 1 of 1 agents ticked, 0 entered
	// frame 3: 0 of 1 agents ticked, 0 entered
	// frame 4: 1 of 1 agents ticked, 1 entered
	// frame 5: 1 of 1 agents ticked, 0 entered
	// frame 6: 0 of 1 agents ticked, 0 entered
	// frame 7: 0 of 1 agents ticked, 0 entered
	// frame 8: 1 of 1 agents ticked, 1 entered
	// frame 9: 1 of 1 agents ticked, 0 entered
	// frame 10: 1 of 1 agents ticked, 1 entered
	// Heidrun has fled: true
}

// Three ways to ask whether a goat eats, and the frames, of a second each, in which a goat that does not eat is ticked.
func Example_deciding() {
	eat := Behavior{Name: "EAT", Tick: func(c *Context) behavior.Status { return behavior.Running }}
	graze := Decider{Name: "GRAZE", Behavior: &Behavior{Name: "GRAZE"}}

	// Only the game knows what this function reads, so it is asked in every frame.
	byDecide := Decider{Name: "EAT", Decide: func(c *Context) float64 { return behavior.If(c.Agent.Hungry) }, Behavior: &eat}
	// This one is asked every 4 seconds. The goat sleeps in between.
	everySoOften := Decider{Name: "EAT", Every: 4, Decide: func(c *Context) float64 { return behavior.If(c.Agent.Hungry) }, Behavior: &eat}
	// SetFlags tells the crowd when the flag changes.
	byFlag := Decider{Name: "EAT", DecisionFlags: decider.Check{All: IsHungry}, Behavior: &eat}

	for _, way := range []*Decider{&byDecide, &everySoOften, &byFlag} {
		w, herd, _ := goats(&Decider{Name: "GOAT", Children: Children{way, &graze}}, "Heidrun")
		fmt.Println(frames(w, herd, 12))
	}
	// Output:
	// 1 1 1 1 1 1 1 1 1 1 1 1
	// 1 1 0 0 1 1 0 0 1 1 0 0
	// 1 1 0 0 0 0 0 0 0 0 0 0
}

// Three ways to eat.
func Example_acting() {
	chew := func(c *Context) behavior.Status {
		c.Agent.Eaten++
		return behavior.Running
	}
	graze := Decider{Name: "GRAZE", Behavior: &Behavior{Name: "GRAZE"}}

	// A Tick in every frame.
	always := Decider{Name: "EAT", DecisionFlags: decider.Check{All: IsHungry}, Behavior: &Behavior{Name: "EAT", Tick: chew}}
	// A Tick every 4 seconds, with a Context.DT of 4.
	now := Decider{Name: "EAT", DecisionFlags: decider.Check{All: IsHungry}, Behavior: &Behavior{Name: "EAT", Period: 4, Tick: chew}}
	// No Tick: Activate starts an animation, and the decider's Timeout says how long it takes.
	elsewhere := Decider{
		Name: "EAT", DecisionFlags: decider.Check{All: IsHungry}, Cooldown: 60, Modifiers: decider.Modifiers{Timeout: 6},
		Behavior: &Behavior{Name: "EAT", Activate: chew},
	}

	for _, way := range []*Decider{&always, &now, &elsewhere} {
		w, herd, ids := goats(&Decider{Name: "GOAT", Children: Children{way, &graze}}, "Heidrun")
		if err := herd.SetFlags(ids[0], IsHungry, 0); err != nil {
			fmt.Println(err)
		}
		fmt.Println(frames(w, herd, 12))
	}
	// Output:
	// 1 1 1 1 1 1 1 1 1 1 1 1
	// 1 1 0 0 1 1 0 0 1 1 0 0
	// 1 1 0 0 0 0 1 1 0 0 0 0
}

// Hungry goats share a manger with two places. They claim a place in one frame, and those with the lowest IDs get it in
// the next, whichever goat is ticked first.
func Example_gate() {
	manger := world.Gate{Name: "MANGER", Max: 2}
	eat := Behavior{Name: "EAT", Activate: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.Agent.Name, "eats")
		return behavior.Running
	}}
	w, herd, ids := goats(&Decider{
		Name: "GOAT",
		Children: Children{
			{Name: "EAT", DecisionFlags: decider.Check{All: IsHungry}, Gate: &manger, Modifiers: decider.Modifiers{Timeout: 3}, Cooldown: 9, Behavior: &eat},
			{Name: "WAIT", Behavior: &Behavior{Name: "WAIT"}},
		},
	}, "Heidrun", "Billy", "Amalthea")
	for _, id := range ids {
		if err := herd.SetFlags(id, IsHungry, 0); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("ticked:", frames(w, herd, 8))
	// Output:
	// 2 Heidrun eats
	// 2 Billy eats
	// 6 Amalthea eats
	// ticked: 3 3 2 0 2 3 1 0
}

// way is what a goat asks the path finder for.
type way struct{ from, to int }

// A system finds ways outside of the tick, as many as it can in a frame. Meanwhile the goat sleeps.
func Example_deferred() {
	ways := &world.System[way, int]{Name: "WAYS"} // the result is the number of steps
	findWay := behavior.Deferred[*Goat, struct{}, way, int]{
		Name: "FIND_WAY", System: ways,
		Launch: func(c *Context, _ *struct{}) way { return way{0, len(c.Agent.Name)} },
		Done: func(c *Context, _ *struct{}, steps int) behavior.Status {
			fmt.Println(c.Time, c.Agent.Name, "knows a way of", steps, "steps")
			return behavior.Success
		},
	}
	w, herd, _ := goats(&Decider{
		Name: "GOAT",
		Children: Children{
			{Name: "FIND_WAY", Modifiers: decider.Modifiers{Limit: 1}, Behavior: &findWay},
			{Name: "GRAZE", Behavior: &Behavior{Name: "GRAZE"}},
		},
	}, "Heidrun", "Billy")
	for range 4 {
		ticked := frames(w, herd, 1)
		for token, request := range ways.Launched(w, 1) { // it finds one way in a frame
			if err := ways.Complete(w, token, request.to-request.from); err != nil {
				fmt.Println(err)
			}
		}
		fmt.Println(w.Time(), "ticked:", ticked)
	}
	// Output:
	// 1 ticked: 2
	// 2 Heidrun knows a way of 7 steps
	// 2 ticked: 2
	// 3 Billy knows a way of 5 steps
	// 3 ticked: 2
	// 4 ticked: 1
}

// A goat that is far away is ticked once in 4 seconds.
func ExampleCrowd_SetRate() {
	w, herd, ids := goats(&Decider{Name: "GOAT", Behavior: &Behavior{
		Name: "GRAZE",
		Tick: func(c *Context) behavior.Status {
			fmt.Println(c.Time, c.Agent.Name, "grazes for", c.DT, "seconds")
			return behavior.Running
		},
	}}, "Heidrun", "Billy")
	if err := herd.SetRate(ids[1], 0.25); err != nil {
		fmt.Println(err)
	}
	fmt.Println("ticked:", frames(w, herd, 8))
	// Output:
	// 1 Heidrun grazes for 1 seconds
	// 2 Heidrun grazes for 1 seconds
	// 3 Heidrun grazes for 1 seconds
	// 3 Billy grazes for 4 seconds
	// 4 Heidrun grazes for 1 seconds
	// 5 Heidrun grazes for 1 seconds
	// 6 Heidrun grazes for 1 seconds
	// 7 Heidrun grazes for 1 seconds
	// 7 Billy grazes for 4 seconds
	// 8 Heidrun grazes for 1 seconds
	// ticked: 1 1 2 1 1 1 2 1
}

// A Tick never stops at an agent that fails: the others go on, and the Report has the errors with their agents.
func ExampleCrowd_Tick() {
	w, herd, ids := goats(&Decider{
		Name: "GOAT",
		Children: Children{
			{Name: "JUMP", DecisionFlags: decider.Check{All: WolfNear}, Behavior: &Behavior{
				Name:     "JUMP",
				Activate: func(c *Context) behavior.Status { panic("no legs") },
			}},
			{Name: "GRAZE", Behavior: &Behavior{Name: "GRAZE", Tick: func(c *Context) behavior.Status {
				c.Agent.Eaten++
				return behavior.Running
			}}},
		},
	}, "Heidrun", "Billy")
	if err := herd.SetFlags(ids[0], WolfNear, 0); err != nil {
		fmt.Println(err)
	}
	if err := w.Advance(1); err != nil {
		fmt.Println(err)
	}
	report, err := herd.Tick()
	if err != nil {
		fmt.Println(err) // the crowd could not tick at all
		return
	}
	for _, err := range report.Errors {
		var in *decider.TickError
		if errors.As(err, &in) {
			fmt.Println("agent", in.Agent == ids[0], "at", in.Path, "in", in.Call)
		}
	}
	billy, err := herd.Agent(ids[1])
	fmt.Println(report.Failed, "failed;", billy.Name, "has eaten", billy.Eaten, err)

	_, err = herd.Tick()
	fmt.Println(errors.Is(err, crowd.ErrNotAdvanced))
	// Output:
	// agent true at GOAT > JUMP in Activate
	// 1 failed; Billy has eaten 1 <nil>
	// true
}

// With a slice of structs, A is a pointer to the agent's element. When the slice grows, its elements move.
func ExampleCrowd_Move() {
	w, herd, _ := goats(&Decider{Name: "GOAT", Behavior: &Behavior{Name: "GRAZE", Tick: func(c *Context) behavior.Status {
		c.Agent.Eaten++
		return behavior.Running
	}}})
	type mindful struct {
		Goat
		Mind world.AgentID
	}
	var all []mindful
	born := func(name string) error {
		full := len(all) == cap(all)
		all = append(all, mindful{Goat: Goat{Name: name}})
		if full { // they have all moved
			for i := range all[:len(all)-1] {
				if err := herd.Move(all[i].Mind, &all[i].Goat); err != nil {
					return err
				}
			}
		}
		newest := &all[len(all)-1]
		var err error
		newest.Mind, err = herd.Add(&newest.Goat)
		return err
	}
	for _, name := range []string{"Heidrun", "Billy", "Amalthea"} {
		if err := born(name); err != nil {
			fmt.Println(err)
		}
		frames(w, herd, 1)
	}
	for i := range all {
		fmt.Println(all[i].Name, "has eaten", all[i].Eaten)
	}
	// Output:
	// Heidrun has eaten 3
	// Billy has eaten 2
	// Amalthea has eaten 1
}

// A view is a Memory that looks at one agent of the crowd: for a tooltip, say.
func ExampleCrowd_View() {
	w, herd, ids := goats(&Decider{
		Name: "GOAT",
		Children: Children{
			{Name: "FLEE", DecisionFlags: decider.Check{All: WolfNear}, Behavior: &Behavior{Name: "FLEE"}},
			{Name: "GRAZE", Behavior: &Behavior{Name: "GRAZE"}},
		},
	}, "Heidrun", "Billy")
	frames(w, herd, 3)
	view, err := herd.View(ids[1])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(debugprint.DebugPrintState(view, debugprint.ActivePath))
	// Output:
	// GOAT     2.0 s
	//   GRAZE  2.0 s
}

// shepherd observes one goat and ignores the others.
type shepherd struct{ goat world.AgentID }

func (s shepherd) ObserveLevel(id world.AgentID) event.Level {
	if id == s.goat {
		return 2
	}
	return 0
}

func (s shepherd) Observe(e *event.Event) {
	fmt.Println(e.Time, e.Kind, e.Decider.Name)
}

// The goroutine that called Tick tells observers after all agents have ticked, in the order of their IDs.
func ExampleCrowd_Observe() {
	w, herd, ids := goats(&Decider{
		Name: "GOAT",
		Children: Children{
			{Name: "FLEE", DecisionFlags: decider.Check{All: WolfNear}, Behavior: &Behavior{Name: "FLEE"}},
			{Name: "GRAZE", Behavior: &Behavior{Name: "GRAZE"}},
		},
	}, "Heidrun", "Billy")
	if err := herd.Observe(shepherd{ids[1]}); err != nil {
		fmt.Println(err)
	}
	frames(w, herd, 3)
	for _, id := range ids {
		if err := herd.SetFlags(id, WolfNear, 0); err != nil {
			fmt.Println(err)
		}
	}
	frames(w, herd, 1)
	// Output:
	// 1 Entered GOAT
	// 1 Entered GRAZE
	// 1 Activated GRAZE
	// 4 Deactivated GRAZE
	// 4 Left GRAZE
	// 4 Entered FLEE
	// 4 Activated FLEE
}

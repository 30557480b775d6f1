package debugprint_test

import (
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// dog is a watchdog. It barks at strangers and otherwise sleeps.
type dog struct{ Stranger bool }

const (
	Evening decider.DecisionFlags = 1 << iota
	Chained
)

const Deeply behavior.BehaviorFlags = 1

var (
	bark  = behavior.Behavior[*dog]{Name: "BARK"}
	sleep = behavior.Behavior[*dog]{Name: "SLEEP"}
)

var watchdog = decider.Decider[*dog]{
	Name: "WATCHDOG",
	Children: decider.Children[*dog]{
		{
			Name:          "WATCH",
			DecisionFlags: decider.Check{None: Chained},
			Decide:        func(c *behavior.Context[*dog]) float64 { return behavior.If(c.Agent.Stranger) },
			Behavior:      &bark,
		},
		{Name: "NAP", Behavior: &sleep, BehaviorFlags: Deeply},
	},
}

// tick ticks a dog at the given time, in seconds.
func tick(m *decider.Memory[*dog], time float64, flags decider.DecisionFlags, stranger bool) {
	err := decider.TickBehaviorTree(m, &dog{Stranger: stranger}, decider.Input{Time: time, DT: 0.5, DecisionFlags: flags})
	if err != nil {
		fmt.Println(err)
	}
}

// DebugPrintState prints the active path, as in a tooltip, or the whole tree. BehaviorFlags without a name are numbers.
func ExampleDebugPrintState() {
	m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, 7)
	tick(m, 1, 0, false)
	tick(m, 3.5, 0, false)
	fmt.Println(debugprint.DebugPrintState(m, debugprint.ActivePath))
	fmt.Println(debugprint.DebugPrintState(m, debugprint.WholeTree))
	// Output:
	// WATCHDOG  2.5 s
	//   NAP     2.5 s  runs SLEEP(0x1)
	// > WATCHDOG  2.5 s
	//     WATCH          runs BARK
	// >   NAP     2.5 s  runs SLEEP(0x1)
}

// All active children of a Concurrent group are shown, and below a slot the tree that is plugged in.
func ExampleDebugPrintState_severalPaths() {
	bowl := decider.Slot[*dog]{Name: "BOWL", Reserve: 64}
	food := decider.MustInitializeTreeData(&decider.Decider[*dog]{Name: "FOOD", Behavior: &behavior.Behavior[*dog]{Name: "EAT"}})
	wag := behavior.Behavior[*dog]{Name: "WAG", Tick: func(*behavior.Context[*dog]) behavior.Status { return behavior.Success }}
	m := decider.MustInitializeTreeData(&decider.Decider[*dog]{
		Name: "DOG", Policy: decider.Concurrent,
		Children: decider.Children[*dog]{
			{Name: "WAG", Behavior: &wag, Modifiers: decider.Modifiers{Repeat: decider.Forever}},
			{Name: "CHAINED", DecisionFlags: decider.Check{All: Chained}, Behavior: &bark},
			{Name: "BOWL", Slot: &bowl},
		},
	}).NewMemory(nil, 7)
	if err := m.Plug(&bowl, food); err != nil {
		fmt.Println(err)
	}
	tick(m, 1, 0, false)
	tick(m, 1.5, 0, false)
	fmt.Println(debugprint.DebugPrintState(m, debugprint.ActivePath))
	// Output:
	// DOG       0.5 s
	//   WAG     0.5 s  iteration 3 begins in the next tick
	//   BOWL    0.5 s
	//     FOOD  0.5 s  runs EAT
}

// The whole tree shows what groups keep of their children: which are done or had their turn, and what is waited for.
func ExampleDebugPrintState_turns() {
	door := &world.Gate{Name: "DOOR", Max: 1}
	sniff := behavior.Behavior[*dog]{Name: "SNIFF", Tick: func(*behavior.Context[*dog]) behavior.Status { return behavior.Success }}
	dog := decider.MustInitializeTreeData(&decider.Decider[*dog]{Name: "DOG", Policy: decider.Sequence, Children: decider.Children[*dog]{
		{Name: "SNIFF", Behavior: &sniff},
		{Name: "LEAVE", Gate: door, Options: decider.Wait, Behavior: &bark},
		{Name: "REST", Behavior: &sleep},
	}})
	house := world.New(world.Options{})
	first, second := dog.NewMemory(house, 1), dog.NewMemory(house, 2)
	if err := house.Advance(1); err != nil {
		fmt.Println(err)
	}
	tick(first, 1, 0, false)
	tick(second, 1, 0, false)
	fmt.Println(debugprint.DebugPrintState(second, debugprint.WholeTree))
	// Output:
	// > DOG      0.0 s  Sequence, waits for gate DOOR to enter LEAVE
	//     SNIFF         done
	//     LEAVE         Wait, runs BARK, waits for gate DOOR (1 of 1 held by #1)
	//     REST          runs SLEEP
}

// The form of the Spore text has the IDs of names, indices and sets of flags.
func ExampleDebugPrintState_spore() {
	m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, 7)
	m.Observe(&debugprint.Output{Level: 1, W: os.Stdout, Mode: debugprint.Spore})
	tick(m, 1, 0, false)
	tick(m, 3.5, 0, false)
	fmt.Println(debugprint.DebugPrintState(m, debugprint.Spore))
	fmt.Println(debugprint.DebugPrintState(m, debugprint.WholeTree|debugprint.Spore))
	// Output:
	// DT(1) #7 @ 1.000:  activating behavior SLEEP/0x6d3d9a28 with flags 0x1, in decider NAP/0x93cb8fa0
	// *0:WATCHDOG/0xdbcfae42 (Group, PrioritizedList 0x0) time: 2.50 [(no group behavior)] idx: 1
	//   *1:NAP/0x93cb8fa0 (Behavior 0x0) time: 2.50 [SLEEP/0x6d3d9a28] (0x00000001 0)
	// *0:WATCHDOG/0xdbcfae42 (Group, PrioritizedList 0x0) time: 2.50 [(no group behavior)] idx: 1
	//    0:WATCH/0xea17a2c8 (Behavior 0x0) [BARK/0x3f6f9123] (0x00000000 0)
	//   *1:NAP/0x93cb8fa0 (Behavior 0x0) time: 2.50 [SLEEP/0x6d3d9a28] (0x00000001 0)
}

// AppendState allocates nothing when its buffer is reused in every frame.
func ExampleAppendState() {
	m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, 7)
	var tooltip []byte
	for frame := range 3 {
		tick(m, float64(frame)/2, 0, frame == 2)
		tooltip = debugprint.AppendState(tooltip[:0], m, debugprint.ActivePath)
		_, leaf, _ := strings.Cut(string(tooltip), "\n")
		fmt.Println(leaf)
	}
	// Output:
	//   NAP     0.0 s  runs SLEEP(0x1)
	//   NAP     0.5 s  runs SLEEP(0x1)
	//   WATCH   0.0 s  runs BARK
}

// Level 2, the default, prints what begins and ends; level 5 also prints the reason.
func ExampleOutput() {
	m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, 7)
	out := &debugprint.Output{W: os.Stdout}
	m.Observe(out)
	tick(m, 1, 0, false)
	tick(m, 1.5, 0, false)
	tick(m, 2, 0, true)
	fmt.Println("now at level 5:")
	out.Level = 5
	tick(m, 2.5, 0, true)
	// Output:
	//    1.00 s  #7  WATCHDOG begins
	//    1.00 s  #7    NAP begins
	//    1.00 s  #7    NAP runs SLEEP(0x1)
	//    2.00 s  #7    NAP ends SLEEP(0x1) after 1 s: interrupted
	//    2.00 s  #7    WATCH begins
	//    2.00 s  #7    WATCH runs BARK
	// now at level 5:
	//    2.50 s  #7  tick of 0.5 s
	//    2.50 s  #7  visiting WATCHDOG, PrioritizedList of 2, child 0 active, active for 1.5 s, place 0
	//    2.50 s  #7  WATCHDOG chooses none
	//    2.50 s  #7    child 0 WATCH goes on, active for 0.5 s
	//    2.50 s  #7    visiting WATCH, active for 0.5 s, place 1
	//    2.50 s  #7  tick ends, 2 active
}

// A Filter answers why a dog does not bark: it passes only events of WATCH, and Agent only those of agent 7.
func ExampleOutput_filter() {
	m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, 7)
	m.Observe(&debugprint.Output{
		Level: 5, W: os.Stdout, Agent: 7,
		Filter: func(e *event.Event) bool { return e.Kind == event.Asked && e.Decider.Name == "WATCH" },
	})
	tick(m, 1, 0, false)
	tick(m, 1.5, Chained, true)
	tick(m, 2, 0, true)
	// Output:
	//    1.00 s  #7    child 0 WATCH says no: passed DecisionFlags check, Decide returned 0
	//    1.50 s  #7    child 0 WATCH says no: failed DecisionFlags check
	//    2.00 s  #7    child 0 WATCH says yes: passed DecisionFlags check, Decide returned 1
}

// The last transitions of an agent, at level 2 and without prefixes, for display on the screen.
func ExampleNames_AppendEvent() {
	var names debugprint.Names
	e := event.Event{Kind: event.Left, Agent: 7, Time: 2, Depth: 1, Decider: event.LabelOf("NAP"), Reason: behavior.Interrupted, Duration: 1}
	line := string(names.AppendEvent(nil, &e, 2, 0))
	_, message, _ := strings.Cut(line, names.Agent(e.Agent))
	fmt.Print(strings.TrimLeft(message, " "))
	// Output:
	// NAP ends after 1 s: interrupted
}

// BitNames names flags that are plain constants.
func ExampleNames() {
	names := debugprint.Names{
		Decision: debugprint.BitNames{"Evening", "Chained"},
		Behavior: debugprint.BitNames{"Deeply"},
	}
	m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, 7)
	m.Observe(&debugprint.Output{Level: 3, W: os.Stdout, Names: names})
	tick(m, 1, Evening|Chained|1<<6, false)
	fmt.Println(names.DebugPrintState(m, debugprint.ActivePath))
	// Output:
	//    1.00 s  #7  tick of 0.5 s; decision flags Evening, Chained, 0x40
	//    1.00 s  #7  WATCHDOG begins
	//    1.00 s  #7    NAP begins
	//    1.00 s  #7    NAP runs SLEEP(Deeply)
	//    1.00 s  #7  tick ends, 2 active
	// WATCHDOG  0.0 s
	//   NAP     0.0 s  runs SLEEP(Deeply)
}

// NameOf names agents by what the game knows about them.
func ExampleNames_nameOf() {
	dogs := map[world.AgentID]string{7: "Rex"}
	names := debugprint.Names{NameOf: func(id world.AgentID) string { return dogs[id] }}
	fmt.Println(names.Agent(7), "and", names.Agent(8))
	for _, id := range []world.AgentID{7, 8} {
		m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, id)
		m.Observe(&debugprint.Output{Level: 1, W: os.Stdout, Names: names})
		tick(m, 1, 0, true)
	}
	// Output:
	// Rex #7 and #8
	//    1.00 s  Rex #7  WATCH begins BARK
	//    1.00 s  #8  WATCH begins BARK
}

// Need is a type of flags with a String method made by stringer.
type Need decider.DecisionFlags

const (
	Thirsty Need = 1 << iota
	Hungry
)

func (n Need) String() string {
	switch n {
	case Thirsty:
		return "Thirsty"
	case Hungry:
		return "Hungry"
	}
	return "Need(" + strconv.FormatUint(uint64(n), 10) + ")"
}

func ExampleMaskNames() {
	names := debugprint.Names{Decision: debugprint.MaskNames[Need]()}
	fmt.Println(names.Decision)
	// Output: [Thirsty Hungry]
}

// Sound counts from 0 and has a String method made by stringer; the flags are made from it.
type Sound uint8

const (
	Howl Sound = iota
	Crack
)

func (s Sound) String() string {
	if s <= Crack {
		return [...]string{"Howl", "Crack"}[s]
	}
	return "Sound(" + strconv.Itoa(int(s)) + ")"
}

func ExampleIotaNames() {
	names := debugprint.Names{Stimuli: debugprint.IotaNames[Sound]()}
	fmt.Println(names.Stimuli)
	// Output: [Howl Crack]
}

// Slog writes transitions as records of log/slog.
func ExampleSlog() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey { // so that the example is the same every time
				return slog.Attr{}
			}
			return a
		},
	}))
	m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, 7)
	m.Observe(&debugprint.Slog{Level: 1, Logger: logger.With("match", 12)})
	tick(m, 1, 0, false)
	tick(m, 1.5, 0, true)
	// Output:
	// level=INFO msg="activating behavior" match=12 agent=7 frame=1 gametime=1 decider=NAP/0x93cb8fa0 depth=1 behavior=SLEEP/0x6d3d9a28 behavior_flags=0x1
	// level=INFO msg="activating behavior" match=12 agent=7 frame=2 gametime=1.5 decider=WATCH/0xea17a2c8 depth=1 behavior=BARK/0x3f6f9123 behavior_flags=0x0
}

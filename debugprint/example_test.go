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

// DebugPrintState prints the active path, as in a tooltip, or the whole tree.
func ExampleDebugPrintState() {
	m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, 7)
	tick(m, 1, 0, false)
	tick(m, 3.5, 0, false)
	fmt.Println(debugprint.DebugPrintState(m, debugprint.ActivePath))
	fmt.Println(debugprint.DebugPrintState(m, debugprint.WholeTree))
	// Output:
	// *0:WATCHDOG/0xdbcfae42 (Group, PrioritizedList 0x0) time: 2.50 [(no group behavior)] idx: 1
	//   *1:NAP/0x93cb8fa0 (Behavior 0x0) time: 2.50 [SLEEP/0x6d3d9a28] (0x00000001 0)
	// *0:WATCHDOG/0xdbcfae42 (Group, PrioritizedList 0x0) time: 2.50 [(no group behavior)] idx: 1
	//    0:WATCH/0xea17a2c8 (Behavior 0x0) [BARK/0x3f6f9123] (0x00000000 0)
	//   *1:NAP/0x93cb8fa0 (Behavior 0x0) time: 2.50 [SLEEP/0x6d3d9a28] (0x00000001 0)
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
	// *0:DOG/0x2b1dd969 (Group, Concurrent 0x0) time: 0.50 [(no group behavior)] idx: 0,2
	//   *0:WAG/0xa51f7ff6 (Behavior 0x0) time: 0.50 [WAG/0xa51f7ff6] (0x00000000 0) iteration: 3, resting
	//   *2:BOWL/0x723abbc5 (Slot, plugged FOOD/0x7aa2a8c9 0x0) time: 0.50
	//     *0:FOOD/0x7aa2a8c9 (Behavior 0x0) time: 0.50 [EAT/0xb1234185] (0x00000000 0)
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
	//   *1:NAP/0x93cb8fa0 (Behavior 0x0) time: 0.00 [SLEEP/0x6d3d9a28] (0x00000001 0)
	//   *1:NAP/0x93cb8fa0 (Behavior 0x0) time: 0.50 [SLEEP/0x6d3d9a28] (0x00000001 0)
	//   *0:WATCH/0xea17a2c8 (Behavior 0x0) time: 0.00 [BARK/0x3f6f9123] (0x00000000 0)
}

// Level 1 prints each behavior that activates; level 5 also prints the reason.
func ExampleOutput() {
	m := decider.MustInitializeTreeData(&watchdog).NewMemory(nil, 7)
	out := &debugprint.Output{Level: 1, W: os.Stdout}
	m.Observe(out)
	tick(m, 1, 0, false)
	tick(m, 1.5, 0, false)
	tick(m, 2, 0, true)
	fmt.Println("now at level 5:")
	out.Level = 5
	tick(m, 2.5, 0, true)
	// Output:
	// DT(1) #7 @ 1.000:  activating behavior SLEEP/0x6d3d9a28 with flags 0x1, in decider NAP/0x93cb8fa0
	// DT(1) #7 @ 2.000:  activating behavior BARK/0x3f6f9123 with flags 0x0, in decider WATCH/0xea17a2c8
	// now at level 5:
	// DT(3) #7 @ 2.500: **************** starting tree for #7 ****************
	// DT(3) #7 @ 2.500: dt: 0.500000, DecisionFlags: 0x00000000, StimuliAllFlags: 0x00000000
	// DT(5) #7 @ 2.500: processing decider WATCHDOG/0xdbcfae42, flags: 0x0, place: 0
	// DT(4) #7 @ 2.500: visiting current Group decider WATCHDOG/0xdbcfae42, PrioritizedList, 2 children, active child 0, duration 1.500
	// DT(5) #7 @ 2.500: ChildrenDecide returned with RunIdx -1
	// DT(4) #7 @ 2.500:  continuing child 0 WATCH/0xea17a2c8, duration: 0.500000
	// DT(5) #7 @ 2.500:  processing decider WATCH/0xea17a2c8, flags: 0x0, place: 1
	// DT(4) #7 @ 2.500:  visiting current Behavior decider WATCH/0xea17a2c8, duration 0.500
	// DT(3) #7 @ 2.500:  ticking behavior BARK/0x3f6f9123 @ 2.500000 (dt: 0.500000) with flags 0x0, duration 0.500
	// DT(3) #7 @ 2.500:  current behavior BARK/0x3f6f9123 with flags 0x0, in decider WATCH/0xea17a2c8
	// DT(3) #7 @ 2.500: **************** finished tree for #7, 2 active ****************
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
	// DT(5) #7 @ 1.000:  child 0 (WATCH/0xea17a2c8)...passed DecisionFlags check...Decide returned 0.000000
	// DT(5) #7 @ 1.500:  child 0 (WATCH/0xea17a2c8)...failed DecisionFlags check
	// DT(5) #7 @ 2.000:  child 0 (WATCH/0xea17a2c8)...passed DecisionFlags check...Decide returned 1.000000
}

// The last transitions of an agent, at level 2 and without prefixes, for display on the screen.
func ExampleNames_AppendEvent() {
	var names debugprint.Names
	e := event.Event{Kind: event.Left, Agent: 7, Time: 2, Depth: 1, Decider: event.LabelOf("NAP"), Reason: behavior.Interrupted, Duration: 1}
	line := string(names.AppendEvent(nil, &e, 2))
	_, message, _ := strings.Cut(line, ": ")
	fmt.Print(strings.TrimLeft(message, " "))
	// Output:
	// leaving decider NAP/0x93cb8fa0, Interrupted, duration 1.000
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
	// DT(3) #7 @ 1.000: **************** starting tree for #7 ****************
	// DT(3) #7 @ 1.000: dt: 0.500000, DecisionFlags: Evening|Chained|0x40 (0x00000043), StimuliAllFlags: 0x00000000
	// DT(2) #7 @ 1.000: entering root WATCHDOG/0xdbcfae42
	// DT(2) #7 @ 1.000:  entering child 1 NAP/0x93cb8fa0
	// DT(1) #7 @ 1.000:  activating behavior SLEEP/0x6d3d9a28 with flags Deeply (0x1), in decider NAP/0x93cb8fa0
	// DT(3) #7 @ 1.000:  ticking behavior SLEEP/0x6d3d9a28 @ 1.000000 (dt: 0.500000) with flags Deeply (0x1), duration 0.000
	// DT(3) #7 @ 1.000:  current behavior SLEEP/0x6d3d9a28 with flags Deeply (0x1), in decider NAP/0x93cb8fa0
	// DT(3) #7 @ 1.000: **************** finished tree for #7, 2 active ****************
	// *0:WATCHDOG/0xdbcfae42 (Group, PrioritizedList 0x0) time: 0.00 [(no group behavior)] idx: 1
	//   *1:NAP/0x93cb8fa0 (Behavior 0x0) time: 0.00 [SLEEP/0x6d3d9a28] (Deeply 0x00000001 0)
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

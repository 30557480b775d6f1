package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
)

// TestSoundTrees has what is next to the faults and none: numbers at their limits, and combinations that look odd
// but mean something.
func TestSoundTrees(t *testing.T) {
	forever := decider.Modifiers{Repeat: decider.Forever}
	shared := func(d *plain) (a, b *plain) { return d, d }
	for name, root := range map[string]*plain{
		"a Slot with all it may have": grouped("ROOT", decider.Selector, &plain{
			Name: "USE", Slot: &plainSlot{Name: "TOY", Reserve: declaration.MaxReserve}, Options: decider.Monitor,
			DecisionFlags: decider.Check{All: 1}, StimuliFlags: stimuli.Check{Any: 1}, Cooldown: 1, Every: 1, Decide: yes, Weight: 2,
			Modifiers: decider.Modifiers{Repeat: 2, Until: decider.UntilSuccess, Timeout: 1, Outcome: decider.Inverted, Limit: 3},
		}, leaf("A")),
		"an empty Slot rejects": under(slotted("USE", &plainSlot{Name: "TOY"}), leaf("A")),
		"a shared group beside slots": func() *plain {
			a, b := shared(grouped("SHARED", decider.Random, leaf("A")))
			return grouped("ROOT", decider.Random, grouped("G", decider.Random, a, slotted("USE", &plainSlot{Name: "TOY"})), grouped("H", decider.Random, b))
		}(),

		"flags of decide-first groups within a run-first one": grouped("ROOT", decider.Sequence,
			&plain{Name: "G", Policy: decider.Scored, Margin: 1, Options: decider.DelegateDecide | decider.FinishWithChild | decider.CallDecideOnRedecide, Children: plainChildren{leaf("A")}}),
		"a Monitor in two Selectors": func() *plain {
			a, b := shared(monitor("A"))
			return grouped("ROOT", decider.Concurrent, grouped("G", decider.Selector, a, leaf("B")), grouped("H", decider.Selector, b, leaf("C")))
		}(),
		"a group as a Monitor": func() *plain {
			g := grouped("G", decider.Sequence, leaf("A"))
			g.Options = decider.Monitor
			return grouped("ROOT", decider.Selector, g, leaf("B"))
		}(),

		"conditions of every kind": grouped("ROOT", decider.Sequence,
			&plain{Name: "FLAGS", DecisionFlags: decider.Check{All: 1}, BehaviorFlags: 1}, &plain{Name: "STIMULI", StimuliFlags: stimuli.Check{NotAll: 3}},
			&plain{Name: "DECIDE", Decide: yes, Weight: 2}, &plain{Name: "EVERY", Every: 1}, &plain{Name: "COOLDOWN", Cooldown: 1, Modifiers: decider.Modifiers{Outcome: decider.AlwaysSuccess}},
			&plain{Name: "LIMIT", Modifiers: decider.Modifiers{Limit: 1, Repeat: 1}}, leaf("A")),
		"a condition in groups that go on": func() *plain {
			a, b := shared(&plain{Name: "ASKS", Decide: yes})
			return grouped("ROOT", decider.Concurrent, a, grouped("G", decider.Selector, b, leaf("A")), grouped("H", decider.ReactiveSelector, a, leaf("B")),
				grouped("I", decider.ReactiveSequence, b))
		}(),
		"a condition as a Monitor": grouped("ROOT", decider.Selector, &plain{Name: "ASKS", Options: decider.Monitor, Decide: yes}, leaf("A")),
		"an inverted condition":    grouped("ROOT", decider.Selector, &plain{Name: "ASKS", Decide: yes, Modifiers: decider.Modifiers{Outcome: decider.Inverted}}, leaf("A")),
		"stock behaviors": grouped("ROOT", decider.Sequence, &plain{Name: "A", Behavior: behavior.Wait[struct{}]{Name: "PAUSE", Seconds: 1}},
			&plain{Name: "B", Behavior: &behavior.Succeed[struct{}]{}}, &plain{Name: "C", Behavior: behavior.Fail[struct{}]{Name: "NO"}}),

		"all must succeed, all must fail":        &plain{Name: "ROOT", Policy: decider.Concurrent, SucceedAt: 2, FailAt: 2, Children: plainChildren{leaf("A"), leaf("B")}},
		"FailAt where the first failure ends it": &plain{Name: "ROOT", Policy: decider.Concurrent, FailAt: 2, Children: plainChildren{leaf("A"), leaf("B")}},

		"all Modifiers":            under(with("A", decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilFailure, Timeout: 0.001, Outcome: decider.AlwaysFailure, Limit: 1})),
		"Repeat 1 beside a DBlock": under(&plain{Name: "A", DBlock: &plainDBlock{Decide: found3, Behavior: &takes}, Modifiers: decider.Modifiers{Repeat: 1, Timeout: 1, Limit: 1}}),
		"a Leave":                  under(&plain{Name: "A", Behavior: &plainBehavior{Name: "LEAVES", Leave: leaving, LeaveTimeout: 0.5}}),

		"a Limit lets others run":                  under(ready("A", decider.Modifiers{Limit: 1}), leaf("B")),
		"a Sequence's last never succeeds":         grouped("ROOT", decider.Sequence, leaf("A"), with("B", forever)),
		"a Selector's last always holds":           grouped("ROOT", decider.Selector, leaf("A"), ready("B", forever)),
		"a Sequence goes on after a Timeout":       grouped("ROOT", decider.Sequence, with("A", decider.Modifiers{Repeat: decider.Forever, Timeout: 1, Outcome: decider.AlwaysSuccess}), leaf("B")),
		"a Sequence goes on UntilSuccess":          grouped("ROOT", decider.Sequence, with("A", decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilSuccess}), leaf("B")),
		"a Sequence goes on after AlwaysSuccess":   grouped("ROOT", decider.Sequence, with("A", decider.Modifiers{Outcome: decider.AlwaysSuccess}), leaf("B")),
		"a Selector goes on after a rejection":     grouped("ROOT", decider.Selector, with("A", decider.Modifiers{Outcome: decider.AlwaysSuccess}), leaf("B")),
		"a Selector goes on after Limit":           grouped("ROOT", decider.Selector, ready("A", decider.Modifiers{Outcome: decider.AlwaysSuccess, Limit: 1}), leaf("B")),
		"a Selector goes on after a Timeout":       grouped("ROOT", decider.Selector, ready("A", decider.Modifiers{Repeat: decider.Forever, Timeout: 1}), leaf("B")),
		"a Selector goes on UntilFailure":          grouped("ROOT", decider.Selector, ready("A", decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilFailure}), leaf("B")),
		"a group behavior ends what goes on":       grouped("ROOT", decider.Sequence, &plain{Name: "G", Behavior: &idle, Modifiers: forever, Children: plainChildren{leaf("A")}}, leaf("B")),
		"a Concurrent runs all whatever the first": grouped("ROOT", decider.Concurrent, ready("A", forever), leaf("B")),

		"a Jump to a run-first group": under(jumpTo("A", "G"), grouped("G", decider.Sequence, leaf("B"))),
		"a Jump within a run-first group's child": grouped("ROOT", decider.Sequence, leaf("A"),
			grouped("G", decider.Scored, jumpTo("B", "D"), grouped("H", decider.OneOff, leaf("C"), leaf("D")))),
		"a Jump past run-first groups": under(grouped("G", decider.Selector, leaf("A")), jumpTo("B", "D"), grouped("H", decider.Concurrent, leaf("C")), leaf("D")),
		"a Jump in two places": func() *plain {
			a, b := shared(jumpTo("A", "D"))
			return under(grouped("G", decider.Random, a, leaf("B")), grouped("H", decider.Shuffle, b, leaf("C")), leaf("D"))
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := decider.InitializeTreeData(root)
			require.NoError(t, err)
			assert.NotEmpty(t, tree.String())
			memory := tree.NewMemory(nil, 1)
			require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{}))
			require.NoError(t, memory.Close())
		})
	}
}

// Faults of modifiers, Monitors, slots and keys are reported with all others.
func TestAllFaultsOfOneDecider(t *testing.T) {
	root := &plain{Name: "ROOT", Options: decider.Monitor, Modifiers: decider.Modifiers{Limit: -1}, Children: plainChildren{
		{
			Name: "G", Policy: decider.Concurrent, Options: decider.FinishWithChild | decider.Monitor, Margin: 1, SucceedAt: -1, FailAt: 9,
			Modifiers: decider.Modifiers{Repeat: -7, Until: 9, Timeout: -1, Outcome: 9, Limit: -1},
			Behavior:  &plainBehavior{Name: "LEAVES", Leave: func(*plainContext) behavior.Status { return behavior.Success }},
			Children:  plainChildren{{Name: "USE", Slot: &plainSlot{Reserve: -1}, Policy: decider.Random}, jumpTo("AWAY", "HOME")},
		},
		leaf("HOME"),
	}}
	_, err := decider.InitializeTreeData(root)
	var faults declaration.Faults
	require.ErrorAs(t, err, &faults)
	var got []string
	for _, f := range faults {
		got = append(got, f.Path+": "+f.Code.String())
	}
	assert.Equal(t, []string{
		"ROOT: BadModifiers",
		"ROOT > G: BadLeave",
		"ROOT > G: GroupOnly",
		"ROOT > G: DecideFirstOnly",
		"ROOT > G: BadThreshold",
		"ROOT > G: BadThreshold",
		"ROOT > G: BadModifiers",
		"ROOT > G: BadModifiers",
		"ROOT > G: BadModifiers",
		"ROOT > G: BadModifiers",
		"ROOT > G: BadModifiers",
		"ROOT > G > USE: SlotOnly",
		"ROOT > G > USE: BadSlot",
		"ROOT > G > USE: BadSlot",
		"ROOT: RootAsked",
		"ROOT: MonitorOutsideSelector",
		"ROOT > G: MonitorOutsideSelector",
		"ROOT > G > AWAY: JumpThroughRunFirst",
	}, got)
}

package decidertest_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/reference"
	"github.com/decidertree/decidertree/world"
)

// bird is an agent that sees cats, or not.
type bird struct{ cat bool }

func seesCat(c *behavior.Context[*bird]) float64 { return behavior.If(c.Agent.cat) }

var (
	fly  = behavior.Behavior[*bird]{Name: "fly", Tick: func(c *behavior.Context[*bird]) behavior.Status { return behavior.Success }}
	sing = behavior.Behavior[*bird]{Name: "sing"}

	birdTree = decider.Decider[*bird]{Name: "BIRD", Children: decider.Children[*bird]{
		{Name: "FLEE", Decide: seesCat, Behavior: &fly},
		{Name: "SING", Behavior: &sing},
	}}
)

// failures is a testing.TB that keeps what it is told.
type failures struct {
	testing.TB
	errors []string
	fatal  bool
}

func (*failures) Helper() {}

func (f *failures) Errorf(format string, args ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, args...))
}

func (f *failures) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	f.fatal = true
	panic(f)
}

func TestAgent(t *testing.T) {
	a := decidertest.New(t, &birdTree, &bird{})
	a.WantPath()
	a.WantEvents()

	a.Tick(decider.Input{DT: 0.5})
	a.WantPath("BIRD", "SING")
	a.WantEvents("enter BIRD", "enter SING", "activate SING/behavior sing")

	a.Agent.cat = true
	a.Tick(decider.Input{DT: 0.5})
	a.WantPath("BIRD", "SING")
	a.WantEventsUpTo(5,
		"start 1",
		"visit BIRD", "ask FLEE accepted 1", "choose BIRD 0",
		"deactivate SING Interrupted", "leave SING Interrupted",
		"enter FLEE", "activate FLEE/behavior fly", "tick FLEE", "ticked FLEE Success",
		"deactivate FLEE Succeeded", "leave FLEE Succeeded", "mask FLEE Success",
		"ask FLEE failed Mask", "ask SING accepted 1", "choose BIRD 1",
		"enter SING", "activate SING/behavior sing",
		"finish Running depth 2",
	)
	assert.Contains(t, a.Recorder.Strings(), "ask FLEE failed Mask")
}

func TestAgentTellsWhatDiffers(t *testing.T) {
	f := &failures{TB: t}
	a := decidertest.New(f, &birdTree, &bird{})
	a.Tick(decider.Input{Time: 3})
	a.WantPath("BIRD", "FLEE")
	a.WantEvents("enter BIRD", "enter FLEE")
	a.WantPath("BIRD", "SING")
	assert.Equal(t, []string{
		"active path (- want, + got):\n\t  BIRD\n\t- FLEE\n\t+ SING\n",
		"events since the last look (- want, + got):\n\t  enter BIRD\n\t- enter FLEE\n\t+ enter SING\n\t+ activate SING/behavior sing\n",
	}, f.errors)
}

func TestNewRefusesFaultyTrees(t *testing.T) {
	f := &failures{TB: t}
	assert.PanicsWithValue(t, f, func() { decidertest.New(f, &decider.Decider[*bird]{Name: "BIRD"}, nil) })
	assert.True(t, f.fatal)
}

func TestRecorder(t *testing.T) {
	r := decidertest.Recorder{Level: 1}
	assert.Equal(t, event.Level(1), r.ObserveLevel(7))
	r.Observe(&event.Event{Kind: event.Entered, Decider: event.LabelOf("BIRD")})
	r.Observe(&event.Event{Kind: event.Erred, Decider: event.LabelOf("BIRD"), Err: errors.New("lost")})
	assert.Equal(t, []string{"enter BIRD", "error in BIRD: lost"}, r.Strings())
	assert.Equal(t, []string{"error in BIRD: lost"}, r.UpTo(1))
	r.Clear()
	assert.Empty(t, r.Strings())
}

func TestEventString(t *testing.T) {
	bird := event.LabelOf("BIRD")
	for want, e := range map[string]event.Event{
		"choose BIRD none":             {Kind: event.Chose, Active: -1},
		"continue BIRD":                {Kind: event.Continued},
		"activated BIRD Failure":       {Kind: event.Returned, Activating: true, Status: behavior.Failure},
		"jump BIRD to NEST":            {Kind: event.Jumped, Target: event.LabelOf("NEST")},
		"subset rule broken by BIRD":   {Kind: event.SubsetRuleBroken},
		"ask BIRD failed StimuliFlags": {Kind: event.Asked, Verdict: event.FailedStimuliFlags},
		"ask BIRD failed Decide -2":    {Kind: event.Asked, Verdict: event.FailedDecide, Value: -2, Decided: true},
		"ask BIRD accepted":            {Kind: event.Asked},
		"ask BIRD pending Gate":        {Kind: event.Asked, Verdict: event.FailedGate, Pending: true},
		"wait BIRD":                    {Kind: event.Waiting},
		"fire BIRD":                    {Kind: event.Fired},
		"repeat BIRD 2 Failure":        {Kind: event.Repeated, Iteration: 2, Status: behavior.Failure},
		"pend BIRD":                    {Kind: event.Pending},
		"leaving BIRD TimedOut":        {Kind: event.Leaving, Reason: behavior.TimedOut},
		"exit BIRD Running":            {Kind: event.Exited, Status: behavior.Running},
		"exit BIRD 0":                  {Kind: event.Exited},
		"plug BIRD NEST":               {Kind: event.Plugged, Target: event.LabelOf("NEST")},
		"unplug BIRD NEST":             {Kind: event.Unplugged, Target: event.LabelOf("NEST")},
		"Kind(99) BIRD":                {Kind: 99},
	} {
		e.Decider = bird
		assert.Equal(t, want, decidertest.EventString(&e))
	}
}

// TestReference looks into a reference interpreter, which the differential tests compare with the engine.
func TestReference(t *testing.T) {
	root := birdTree
	root.Children = append(decider.Children[*bird]{
		{Name: "PREEN", Every: 2, Cooldown: 1, Decide: seesCat, Behavior: &sing},
	}, birdTree.Children...)
	w := world.New(world.Options{})
	r, err := reference.NewReference(&root, w, 1)
	require.NoError(t, err)
	_, err = reference.NewReference(&root, w, 1)
	require.ErrorIs(t, err, world.ErrAgentUsed)

	require.NoError(t, r.Tick(&bird{cat: true}, decider.Input{}))
	assert.Equal(t, []string{"BIRD", "PREEN"}, r.PathNames())
	assert.Equal(t, []int{0, 1}, r.Path())
	assert.Equal(t, map[string]float64{"PREEN": 2}, r.Every())
	assert.Empty(t, r.Cooldown())
	assert.Empty(t, r.Blocks())
	assert.Equal(t, behavior.Running, r.Status())
	require.NoError(t, r.Reset())
	assert.Empty(t, r.Every())
	assert.Zero(t, r.Status())
	require.NoError(t, r.Close())
	assert.ErrorIs(t, r.Tick(nil, decider.Input{}), decider.ErrClosed)

	root.Children = append(root.Children, &decider.Decider[*bird]{Name: "AWAY", Jump: "SOUTH"})
	_, err = reference.NewReference(&root, nil, 0)
	assert.ErrorContains(t, err, "SOUTH")
}

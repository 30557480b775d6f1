package why_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/stimuli"
)

// actor is what the deciders of the scenes go by: what Decide gives, and what Tick and Leave return, by name of the
// decider. What is not told is 1, and Running.
type actor struct {
	worth  map[string]float64
	status map[string]behavior.Status
	leave  map[string]behavior.Status
	panics string
	fails  string
}

type (
	node     = decider.Decider[*actor]
	children = decider.Children[*actor]
	context  = behavior.Context[*actor]
)

const (
	hungry decider.DecisionFlags = 1 << iota
	night
	young
	seen
)

const (
	howl stimuli.StimuliFlags = 1 << iota
	crack
)

var sceneNames = debugprint.Names{Decision: debugprint.BitNames{"Hungry", "Night", "Young", "Seen"}, Stimuli: debugprint.BitNames{"Howl", "Crack"}}

func worth(c *context) float64 {
	name := c.DeciderName()
	switch name {
	case c.Agent.panics:
		panic("out of its wits")
	case c.Agent.fails:
		c.Fail(errors.New("no map"))
	}
	if v, told := c.Agent.worth[name]; told {
		return v
	}
	return 1
}

func does(name string) *behavior.Behavior[*actor] {
	return &behavior.Behavior[*actor]{Name: name, Tick: func(c *context) behavior.Status {
		if st, told := c.Agent.status[c.DeciderName()]; told {
			return st
		}
		return behavior.Running
	}}
}

func leaves(name string) *behavior.Behavior[*actor] {
	b := does(name)
	b.LeaveTimeout = 2
	b.Leave = func(c *context) behavior.Status { return c.Agent.leave[c.DeciderName()] }
	return b
}

func leaf(name string) *node { return &node{Name: name, Decide: worth, Behavior: does("DO_" + name)} }

// sceneTest is a tree, what is done to an agent of it, and what is asked then.
type sceneTest struct {
	name  string
	tree  *node
	ticks []sceneTick
	ask   []string
}

// sceneTick is a tick, one second after the one before.
type sceneTick struct {
	flags   decider.DecisionFlags
	actor   actor
	stimuli stimuli.StimuliFlags // set for this tick alone
}

func worths(pairs ...any) map[string]float64 {
	m := map[string]float64{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1].(float64)
	}
	return m
}

func scenes() []sceneTest {
	failing := map[string]behavior.Status{}
	return []sceneTest{
		{
			name: "conditions",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "SLEEP", DecisionFlags: decider.Check{All: night, None: young | hungry}, Behavior: does("SNORE")},
				{Name: "ANSWER", StimuliFlags: stimuli.Check{Any: howl | crack}, Behavior: does("HOWL_BACK")},
				{Name: "HIDE", StimuliFlags: stimuli.Check{All: crack}, DecisionFlags: decider.Check{Any: seen}, Behavior: does("DUCK")},
				{Name: "GROW", DecisionFlags: decider.Check{All: young, NotAll: young | hungry}, Behavior: does("GROW")},
				{Name: "LOOK", Every: 5, Decide: worth, Behavior: does("STARE")},
				{Name: "BARK", Cooldown: 4, Decide: worth, Behavior: does("BARK")},
				{Name: "TRICK", Modifiers: decider.Modifiers{Limit: 1}, Decide: worth, Behavior: does("SIT_UP")},
				{Name: "WRONG", Decide: worth, Behavior: does("NOTHING")},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{
				{actor: actor{worth: worths("LOOK", 0.0, "WRONG", 0.0), status: map[string]behavior.Status{"BARK": behavior.Success, "TRICK": behavior.Success}}},
				{flags: young | hungry, actor: actor{fails: "WRONG"}},
			},
			ask: []string{"SLEEP", "ANSWER", "HIDE", "GROW", "LOOK", "BARK", "TRICK", "WRONG", "IDLE"},
		},
		{
			name: "interrupted",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "FLEE", DecisionFlags: decider.Check{All: seen}, Behavior: does("RUN")},
				{Name: "LIVE", Decide: worth, Children: children{leaf("EAT"), leaf("PLAY")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{}, {flags: seen}},
			ask:   []string{"FLEE", "LIVE", "EAT", "PLAY", "IDLE"},
		},
		{
			name: "finished",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "HUNT", Decide: worth, Options: decider.FinishWithChild, Children: children{leaf("STALK"), leaf("POUNCE")}},
				leaf("REST"),
			}},
			ticks: []sceneTick{{}, {actor: actor{status: map[string]behavior.Status{"STALK": behavior.Failure}}}},
			ask:   []string{"HUNT", "STALK", "POUNCE", "REST"},
		},
		{
			name:  "scored",
			tree:  &node{Name: "ROOT", Policy: decider.Scored, Margin: 0.25, Children: children{leaf("EAT"), leaf("SLEEP"), leaf("PLAY")}},
			ticks: []sceneTick{{actor: actor{worth: worths("EAT", 0.5, "SLEEP", 0.25, "PLAY", 0.0)}}, {actor: actor{worth: worths("EAT", 0.5, "SLEEP", 0.7, "PLAY", 0.0)}}},
			ask:   []string{"EAT", "SLEEP", "PLAY"},
		},
		{
			name: "turns",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "JOB", Decide: worth, Policy: decider.Sequence, Children: children{leaf("FETCH"), leaf("CARRY"), leaf("DROP")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{actor: actor{status: map[string]behavior.Status{"FETCH": behavior.Success}}}, {}},
			ask:   []string{"FETCH", "CARRY", "DROP", "IDLE"},
		},
		{
			name: "a sequence that fails",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "JOB", Decide: worth, Policy: decider.Sequence, Children: children{leaf("FETCH"), leaf("CARRY"), leaf("DROP")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{actor: actor{status: map[string]behavior.Status{"FETCH": behavior.Success}, worth: worths("CARRY", 0.0)}}},
			ask:   []string{"JOB", "FETCH", "CARRY", "DROP"},
		},
		{
			name: "monitor",
			tree: &node{Name: "ROOT", Policy: decider.Selector, Children: children{
				{Name: "ALARM", Options: decider.Monitor, Decide: worth, Behavior: does("LOOK_UP")},
				leaf("GRAZE"), leaf("WANDER"),
			}},
			ticks: []sceneTick{{actor: actor{worth: worths("ALARM", 0.0)}}, {}},
			ask:   []string{"ALARM", "GRAZE", "WANDER"},
		},
		{
			name: "side by side",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "MEAL", Decide: worth, Policy: decider.Concurrent, SucceedAt: 1, Children: children{leaf("CHEW"), leaf("LOOK"), leaf("TALK")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{actor: actor{worth: worths("TALK", 0.0)}}, {actor: actor{status: map[string]behavior.Status{"CHEW": behavior.Success}}}},
			ask:   []string{"MEAL", "CHEW", "LOOK", "TALK"},
		},
		{
			name: "jump",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "STARVING", DecisionFlags: decider.Check{All: hungry}, Jump: "EAT"},
				leaf("GUARD"),
				{Name: "LIVE", Decide: worth, Children: children{leaf("PLAY"), leaf("EAT")}},
			}},
			ticks: []sceneTick{{}, {flags: hungry}},
			ask:   []string{"STARVING", "GUARD", "LIVE", "PLAY", "EAT"},
		},
		{
			name: "a jump that is refused",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "STARVING", DecisionFlags: decider.Check{All: hungry}, Jump: "EAT"},
				leaf("GUARD"),
				{Name: "LIVE", Decide: worth, Children: children{leaf("PLAY"), leaf("EAT")}},
			}},
			ticks: []sceneTick{{flags: hungry, actor: actor{worth: worths("EAT", 0.0)}}},
			ask:   []string{"STARVING", "EAT"},
		},
		{
			name: "delegation",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "HELP", Options: decider.DelegateDecide, Children: children{leaf("FIGHT"), leaf("SHOUT")}},
				{Name: "FEED", Options: decider.DelegateDecide, Children: children{leaf("NURSE"), leaf("FORAGE")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{actor: actor{worth: worths("FIGHT", 0.0, "SHOUT", 0.0, "NURSE", 0.0)}}},
			ask:   []string{"HELP", "FIGHT", "FEED", "NURSE", "FORAGE"},
		},
		{
			name: "leaving",
			tree: &node{Name: "ROOT", Children: children{
				leaf("FLEE"),
				{Name: "WORK", Children: children{{Name: "DIG", Decide: worth, Behavior: leaves("DIG")}, leaf("REST")}},
			}},
			ticks: []sceneTick{
				{actor: actor{worth: worths("FLEE", 0.0)}},
				{actor: actor{leave: map[string]behavior.Status{"DIG": behavior.Running}}},
				{actor: actor{leave: map[string]behavior.Status{"DIG": behavior.Running}}},
			},
			ask: []string{"FLEE", "WORK", "DIG", "REST"},
		},
		{
			name: "timeout",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "WAIT", Decide: worth, Modifiers: decider.Modifiers{Timeout: 1}, Children: children{leaf("SIT"), leaf("STAND")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{}, {}},
			ask:   []string{"WAIT", "SIT", "STAND"},
		},
		{
			name: "group behavior",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "GUARD", Decide: worth, Behavior: does("NOTIFY"), Children: children{leaf("FIGHT"), leaf("PATROL")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{}, {actor: actor{status: map[string]behavior.Status{"GUARD": behavior.Failure}}}},
			ask:   []string{"GUARD", "FIGHT", "PATROL"},
		},
		{
			name: "panic",
			tree: &node{Name: "ROOT", Children: children{leaf("FLEE"), leaf("GUARD"), leaf("IDLE")}},
			ticks: []sceneTick{
				{actor: actor{worth: worths("FLEE", 0.0, "GUARD", 0.0)}},
				{actor: actor{worth: worths("FLEE", 0.0), panics: "GUARD"}},
			},
			ask: []string{"ROOT", "FLEE", "GUARD", "IDLE"},
		},
		{
			name: "subset rule",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "GUARD", Decide: worth, Children: children{leaf("FIGHT"), leaf("PATROL")}}, leaf("IDLE"),
			}},
			ticks: []sceneTick{{actor: actor{worth: worths("FIGHT", 0.0, "PATROL", 0.0)}}},
			ask:   []string{"GUARD", "IDLE"},
		},
		{
			name: "redecide",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "WATCH", Decide: worth, Options: decider.CallDecideOnRedecide, Policy: decider.SequentialLooping, Children: children{leaf("PATROL"), leaf("LOOK")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{}, {actor: actor{worth: worths("WATCH", 0.0), status: map[string]behavior.Status{"PATROL": behavior.Success}}}},
			ask:   []string{"WATCH", "PATROL", "LOOK", "IDLE"},
		},
		{
			name: "a condition",
			tree: &node{Name: "ROOT", Policy: decider.Selector, Children: children{
				{Name: "SLEEP", Policy: decider.Sequence, Children: children{{Name: "DARK", DecisionFlags: decider.Check{All: night}}, leaf("LIE_DOWN")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{flags: night, actor: actor{status: map[string]behavior.Status{"LIE_DOWN": behavior.Success}}}},
			ask:   []string{"SLEEP", "DARK", "LIE_DOWN"},
		},
		{
			name: "a rejection that counts as failed",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "MEAL", Decide: worth, Policy: decider.Concurrent, Options: decider.RejectedFails, Children: children{leaf("CHEW"), leaf("LOOK"), leaf("TALK")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{{actor: actor{worth: worths("MEAL", 0.0)}}, {actor: actor{worth: worths("LOOK", 0.0)}}},
			ask:   []string{"MEAL", "CHEW", "LOOK", "TALK"},
		},
		{
			name: "one at a time",
			tree: &node{Name: "ROOT", Policy: decider.Concurrent, Children: children{
				{Name: "CHORES", Policy: decider.OneOff, Children: children{leaf("TIDY"), leaf("LAY")}},
				{Name: "DANCE", Policy: decider.Random, Children: children{leaf("SPIN"), leaf("HOP")}},
				{Name: "ROUND", Policy: decider.Sequential, Children: children{leaf("NORTH"), leaf("SOUTH")}},
				{Name: "BAG", Policy: decider.Shuffle, Children: children{leaf("RED"), leaf("BLUE")}},
			}},
			ticks: []sceneTick{
				{},
				{actor: actor{status: map[string]behavior.Status{"TIDY": behavior.Success, "NORTH": behavior.Success, "RED": behavior.Success, "BLUE": behavior.Success}}},
				{actor: actor{status: failing}},
			},
			ask: []string{"TIDY", "LAY", "SPIN", "HOP", "NORTH", "RED", "BLUE"},
		},
		{
			name: "reactive",
			tree: &node{Name: "ROOT", Children: children{
				{Name: "SWIM", Decide: worth, Policy: decider.ReactiveSequence, Children: children{leaf("WARM"), leaf("DIVE"), leaf("SURFACE")}},
				leaf("IDLE"),
			}},
			ticks: []sceneTick{
				{actor: actor{status: map[string]behavior.Status{"WARM": behavior.Success}}},
				{actor: actor{worth: worths("WARM", 0.0)}},
			},
			ask: []string{"SWIM", "WARM", "DIVE", "SURFACE"},
		},
	}
}

// TestScenes holds the words of every kind of verdict to texts that were read.
func TestScenes(t *testing.T) {
	for _, scene := range scenes() {
		t.Run(scene.name, func(t *testing.T) {
			l := newLive(t, scene.tree)
			set := stimuli.NewSet(4)
			a := &actor{}
			m := l.moment(0, func() {})
			for _, tick := range scene.ticks {
				*a = tick.actor
				if tick.stimuli != 0 {
					require.NoError(t, set.Add(stimuli.Note(tick.stimuli, 1.5)))
				}
				m = l.tick(a, 1, tick.flags, set)
			}
			var b strings.Builder
			for _, name := range scene.ask {
				b.WriteString(l.explain(m, name, sceneNames).String())
			}
			golden.Equal(t, strings.ReplaceAll(scene.name, " ", "_")+".golden", b.String())
			assert.NotContains(t, b.String(), "Unknown")
		})
	}
}

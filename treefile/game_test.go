package treefile_test

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/treefile"
	"github.com/decidertree/decidertree/world"
)

// A small game.

type sheep struct{ walked []spot }

type (
	Context = behavior.Context[*sheep]
	Decider = decider.Decider[*sheep]
)

type spot struct {
	X, Y  int
	Speed float64 `json:"speed"`
	tags  []string
	wide  [2]bool
}

func hungry(*Context) float64 { return 0.5 }

func herd(*Context) uint64 { return 7 }

func anyRole(*Context) world.RoleSet { return world.AllRoles }

var (
	eat  = behavior.Behavior[*sheep]{Name: "EAT", Tick: func(*Context) behavior.Status { return behavior.Running }}
	run  = behavior.Behavior[*sheep]{Name: "RUN", Tick: func(*Context) behavior.Status { return behavior.Running }}
	walk = behavior.WithDBlock[*sheep, spot, struct{}]{Name: "WALK", Activate: func(c *Context, to spot, _ *struct{}) behavior.Status {
		c.Agent.walked = append(c.Agent.walked, to)
		return behavior.Running
	}}
	look = decider.DBlock[*sheep, spot]{Decide: func(_ *Context, s *spot) float64 { s.X = 9; return 1 }, Behavior: &walk}

	fear = blackboard.Key[float64]{Name: "FEAR"}
	shed = world.Gate{Name: "SHED", Max: 2}
	hand = decider.Slot[*sheep]{Name: "HAND", Reserve: 64}

	guard = Decider{Name: "GUARD", Decide: hungry, Behavior: &run}
)

// minds returns a Registry of everything in the game.
func minds() *treefile.Registry[*sheep] {
	return &treefile.Registry[*sheep]{
		Decides:      map[string]func(*Context) float64{"hungry": hungry},
		KeyFuncs:     map[string]func(*Context) uint64{"herd": herd},
		CanPlays:     map[string]func(*Context) world.RoleSet{"anyRole": anyRole},
		Behaviors:    []behavior.Runner[*sheep]{&eat, &run, &behavior.Given[*sheep, spot]{Value: spot{Speed: 1}, Behavior: &walk}},
		DBlocks:      map[string]decider.Handover[*sheep]{"look": &look},
		Gates:        []*world.Gate{&shed},
		Slots:        []*decider.Slot[*sheep]{&hand},
		Keys:         []decider.Key{&fear},
		Declarations: []*Decider{&guard},
		Names:        debugprint.Names{Decision: debugprint.BitNames{"Wolf", "Night"}, Stimuli: debugprint.BitNames{"Bark"}},
	}
}

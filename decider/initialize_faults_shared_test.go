package decider_test

import (
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/world"
)

type plainDeferred = behavior.Deferred[struct{}, struct{}, string, int]

var oracle = world.System[string, int]{Name: "ORACLE"}

func launches(*plainContext, *struct{}) string { return "how many?" }

func plainKeyOf(*plainContext) uint64 { return 1 }

func plainRolesOf(*plainContext) world.RoleSet { return world.AllRoles }

// gated is a leaf with a Gate.
func gated(name string, g *world.Gate) *plain {
	return &plain{Name: name, Gate: g, Behavior: &idle}
}

// squadGroup is a group with a Squad.
func squadGroup(name string, s *world.Squad, children ...*plain) *plain {
	return &plain{Name: name, Squad: s, Children: children}
}

// pair is a Squad of two that is as it should be.
func pair() *world.Squad { return &world.Squad{Name: "PAIR", Agents: 2} }

// barrier is a leaf at which a squad's members meet, with nothing to do meanwhile.
func barrier(name string) *plain { return &plain{Name: name, Options: decider.Barrier} }

// playing is a leaf that asks for a role.
func playing(name string, role world.Role) *plain {
	return &plain{Name: name, Role: role, Behavior: &idle}
}

// periodic is a leaf whose behavior has a Period.
func periodic(seconds float64) *plain {
	return &plain{Name: "A", Behavior: &plainBehavior{Name: "LOOKS", Tick: ends, Period: seconds}}
}

// faultyShared are deciders whose Gate, Squad, Role or Barrier is wrong, and behaviors with a wrong Period.
var faultyShared = []faultyTree{
	{declaration.WaitsForNothing, "leaf", under(&plain{Name: "A", Options: decider.Wait, Behavior: &idle}), "ROOT > A"},
	{declaration.WaitsForNothing, "group", under(&plain{Name: "A", Options: decider.Wait, Children: plainChildren{leaf("B")}}), "ROOT > A"},
	{declaration.BadGate, "name", under(gated("A", &world.Gate{Max: 1})), "ROOT > A"},
	{declaration.BadGate, "Max", under(gated("A", &world.Gate{Name: "DOOR"})), "ROOT > A"},
	{declaration.BadGate, "Cooldown", under(gated("A", &world.Gate{Name: "DOOR", Max: 1, Cooldown: -1})), "ROOT > A"},
	{declaration.BadGate, "AgentCooldown", under(gated("A", &world.Gate{Name: "DOOR", Max: 1, AgentCooldown: math.NaN()})), "ROOT > A"},
	{declaration.BadGate, "once for all who name it", func() *plain {
		door := &world.Gate{Name: "DOOR", Max: -1}
		return under(gated("A", door), gated("B", door))
	}(), "ROOT > A"},
	{declaration.BadGate, "GateKey alone", under(&plain{Name: "A", GateKey: plainKeyOf, Behavior: &idle}), "ROOT > A"},
	{declaration.BadSquad, "name", under(squadGroup("G", &world.Squad{Agents: 2}, leaf("A"))), "ROOT > G"},
	{declaration.BadSquad, "Agents", under(squadGroup("G", &world.Squad{Name: "NOBODY"}, leaf("A"))), "ROOT > G"},
	{declaration.BadSquad, "too few Roles", under(squadGroup("G", &world.Squad{Name: "TRIO", Agents: 3, Roles: []world.Role{1, 2}}, leaf("A"))), "ROOT > G"},
	{declaration.BadSquad, "no role", under(squadGroup("G", &world.Squad{Name: "TRIO", Agents: 3, Roles: []world.Role{1, 0, 0}}, leaf("A"))), "ROOT > G"},
	{declaration.BadSquad, "more agents than roles there are", under(squadGroup("G", &world.Squad{Name: "ARMY", Agents: 256}, leaf("A"))), "ROOT > G"},
	{declaration.BadSquad, "SquadKey alone", under(&plain{Name: "G", SquadKey: plainKeyOf, Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{declaration.BadSquad, "CanPlay alone", under(&plain{Name: "G", CanPlay: plainRolesOf, Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{declaration.BadSquad, "CanPlay of many", under(&plain{Name: "G", CanPlay: plainRolesOf, Squad: &world.Squad{Name: "TEAM", Agents: 17}, Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{declaration.BadSquad, "CanPlay of high roles", under(&plain{Name: "G", CanPlay: plainRolesOf, Squad: &world.Squad{Name: "PAIR", Agents: 2, Roles: []world.Role{16, 17}}, Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{declaration.BadSquad, "below itself", func() *plain {
		s := pair()
		return under(squadGroup("G", s, grouped("H", decider.Sequence, squadGroup("I", s, leaf("A")))))
	}(), "ROOT > G > H > I"},
	{declaration.BadSquad, "below itself in its second place", func() *plain {
		s := pair()
		shared := squadGroup("SHARED", s, leaf("A"))
		return under(grouped("G", decider.Random, shared), squadGroup("H", s, grouped("I", decider.Random, shared)))
	}(), "ROOT > H > I > SHARED"},
	{declaration.GateTwice, "gates", under(gated("A", &world.Gate{Name: "DOOR", Max: 1}), gated("B", &world.Gate{Name: "DOOR", Max: 1})), "ROOT > B"},
	{declaration.GateTwice, "squads", under(squadGroup("G", pair(), leaf("A")), squadGroup("H", pair(), leaf("B"))), "ROOT > H"},
	{declaration.BarrierOutsideSquad, "nobody to wait for", under(barrier("A")), "ROOT > A"},
	{declaration.BarrierOutsideSquad, "root", barrier("ROOT"), "ROOT"},
	{declaration.BarrierOutsideSquad, "group", under(squadGroup("G", pair(), &plain{Name: "H", Options: decider.Barrier, Children: plainChildren{leaf("A")}})), "ROOT > G > H"},
	{declaration.BarrierOutsideSquad, "squad's own group", under(&plain{Name: "G", Options: decider.Barrier, Squad: pair(), Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{declaration.BarrierOutsideSquad, "second place", func() *plain {
		shared := grouped("SHARED", decider.Sequence, barrier("MEET"))
		return under(squadGroup("G", pair(), shared), grouped("H", decider.Random, shared))
	}(), "ROOT > H > SHARED > MEET"},
	{declaration.RoleOutsideSquad, "no squad", under(playing("A", 1)), "ROOT > A"},
	{declaration.RoleOutsideSquad, "squad's own group", under(&plain{Name: "G", Role: 1, Squad: pair(), Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{declaration.NeverPasses, "a role that nobody has", under(squadGroup("G", &world.Squad{Name: "PAIR", Agents: 2, Roles: []world.Role{4, 4}}, playing("A", 4), playing("B", 2))), "ROOT > G > B"},
	{declaration.NeverPasses, "a role that is not counted to", under(squadGroup("G", pair(), playing("A", 3))), "ROOT > G > A"},
	{declaration.BadPeriod, "negative", under(periodic(-0.5)), "ROOT > A"},
	{declaration.BadPeriod, "NaN", under(periodic(math.NaN())), "ROOT > A"},
	{declaration.BadPeriod, "infinite, with a block", under(&plain{Name: "A", Behavior: &behavior.WithBlock[struct{}, int]{Name: "LOOKS", Period: math.Inf(1),
		Tick: func(*plainContext, *int) behavior.Status { return behavior.Success }}}), "ROOT > A"},
	{declaration.BadPeriod, "Wait", under(&plain{Name: "A", Behavior: behavior.Wait[struct{}]{Seconds: -1}}), "ROOT > A"},
	{declaration.BadPeriod, "nothing to tick", under(&plain{Name: "A", Behavior: &plainBehavior{Name: "WAITS", Period: 1}}), "ROOT > A"},
	{declaration.BadName, "decider", under(leaf("bad\xff")), "ROOT > bad\uFFFD"},
	{declaration.BadName, "root", &plain{Name: "\xc3", Children: plainChildren{leaf("A")}}, "\uFFFD"},
	{declaration.BadName, "behavior", under(&plain{Name: "A", Behavior: &plainBehavior{Name: "a \xe2\x82"}}), "ROOT > A"},
	{declaration.BadName, "DBlock's behavior", under(&plain{Name: "A", DBlock: &plainDBlock{
		Decide:   func(*plainContext, *int) float64 { return 1 },
		Behavior: &behavior.WithDBlock[struct{}, int, int]{Name: "\xf5"}}}), "ROOT > A"},
	{declaration.BadName, "Gate", under(gated("A", &world.Gate{Name: "DOOR\x80", Max: 1}), gated("B", &world.Gate{Name: "DOOR", Max: 1})), "ROOT > A"},
	{declaration.BadName, "Squad", under(squadGroup("G", &world.Squad{Name: "\xed\xa0\x80", Agents: 2}, leaf("A"))), "ROOT > G"},
	{declaration.BadName, "Slot", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY\xc0\x80"}}), "ROOT > A"},
	{declaration.BadName, "key", under(&plain{Name: "A", Behavior: &idle, Keys: decider.Keys{plainKey{ID: 3, Name: "HUNGER\xff"}}}), "ROOT > A"},
	{declaration.BadName, "System", under(&plain{Name: "A", Behavior: &plainDeferred{Name: "ASKS", System: &world.System[string, int]{Name: "ORACLE\xff"}, Launch: launches}}), "ROOT > A"},
	{declaration.NilContent, "no System", under(&plain{Name: "A", Behavior: &plainDeferred{Name: "ASKS", Launch: launches}}), "ROOT > A"},
	{declaration.NilContent, "no Launch", under(&plain{Name: "A", Behavior: &plainDeferred{Name: "ASKS", System: &oracle}}), "ROOT > A"},
	{declaration.NilContent, "nil Deferred", under(&plain{Name: "A", Behavior: (*plainDeferred)(nil)}), "ROOT > A"},
	{declaration.NoName, "System", under(&plain{Name: "A", Behavior: &plainDeferred{Name: "ASKS", System: &world.System[string, int]{}, Launch: launches}}), "ROOT > A"},
	{declaration.NoName, "Deferred", under(&plain{Name: "A", Behavior: &plainDeferred{System: &oracle, Launch: launches}}), "ROOT > A"},
	{declaration.RootAsked, "Gate", gated("ROOT", &world.Gate{Name: "DOOR", Max: 1}), "ROOT"},
	{declaration.RootAsked, "Squad", squadGroup("ROOT", pair(), leaf("A"), barrier("MEET")), "ROOT"},
	{declaration.RootAsked, "Role", playing("ROOT", 1), "ROOT"},
	{declaration.GroupOnly, "leaf with a Squad", under(&plain{Name: "A", Squad: pair(), Behavior: &idle}), "ROOT > A"},
	{declaration.GroupOnly, "Barrier with a Policy", under(squadGroup("G", pair(), &plain{Name: "A", Options: decider.Barrier, Policy: decider.Random})), "ROOT > G > A"},
	{declaration.JumpOnly, "Gate", under(&plain{Name: "A", Jump: "B", Gate: &world.Gate{Name: "DOOR", Max: 1}, GateKey: plainKeyOf}, leaf("B")), "ROOT > A"},
	{declaration.JumpOnly, "Squad", under(&plain{Name: "A", Jump: "B", Squad: pair()}, leaf("B")), "ROOT > A"},
	{declaration.JumpOnly, "Role", under(squadGroup("G", pair(), &plain{Name: "A", Jump: "B", Role: 1}, leaf("B"))), "ROOT > G > A"},
	{declaration.JumpOnly, "Barrier", under(squadGroup("G", pair(), &plain{Name: "A", Jump: "B", Options: decider.Barrier}, leaf("B"))), "ROOT > G > A"},
	{declaration.SlotOnly, "Squad", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, Squad: pair()}), "ROOT > A"},
	{declaration.SlotOnly, "Barrier", under(squadGroup("G", pair(), &plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, Options: decider.Barrier})), "ROOT > G > A"},
	{declaration.NeverRuns, "after a Barrier", under(squadGroup("G", pair(), barrier("MEET"), leaf("A"))), "ROOT > G > A"},
}

package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/world"
)

type plainGiven = behavior.Given[struct{}, int]

// copyOf is a Copy that does not always accept.
func copyOf(name string, of *plain) *plain { return &plain{Name: name, Decide: yes, Copy: of} }

// nest is what the trees below copy.
func nest(children ...*plain) *plain {
	return &plain{Name: "NEST", Children: append(children, leaf("EGG"))}
}

// ouroboros is a Copy of itself.
func ouroboros() *plain {
	d := &plain{Name: "A"}
	d.Copy = d
	return under(d)
}

// mirrors are two declarations that copy each other.
func mirrors() *plain {
	left, right := nest(), nest()
	left.Name, right.Name = "LEFT", "RIGHT"
	left.Children = append(left.Children, copyOf("B", right))
	right.Children = append(right.Children, copyOf("C", left))
	return under(copyOf("A", left))
}

// doubling is a declaration of a few deciders that stands for 2 to the power of so many.
func doubling(levels int) *plain {
	d := leaf("LEAF")
	for i := range levels {
		d = &plain{Name: fmt.Sprintf("LEVEL_%d", i), Children: plainChildren{copyOf("L", d), copyOf("R", d)}}
	}
	return under(copyOf("ALL", d))
}

// faultyCopies are what can be wrong with Copies and parameters.
var faultyCopies = []faultyTree{
	{declaration.NilContent, "Given without a Behavior", under(&plain{Name: "A", Behavior: &plainGiven{Value: 3}}), "ROOT > A"},
	{declaration.NilContent, "Given's nil Behavior", under(&plain{Name: "A", Behavior: &plainGiven{Behavior: (*plainTaker)(nil)}}), "ROOT > A"},
	{declaration.TwoContents, "Behavior and DBlock of a group", under(&plain{Name: "A", Behavior: &idle, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}, Children: plainChildren{leaf("B")}}), "ROOT > A"},
	{declaration.DecideTwice, "of a group", under(&plain{Name: "A", Decide: yes, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}, Children: plainChildren{leaf("B")}}), "ROOT > A"},
	{declaration.RootAsked, "DBlock of a group", &plain{Name: "ROOT", DBlock: &plainDBlock{Decide: found3, Behavior: &takes}, Children: plainChildren{leaf("A")}}, "ROOT"},

	{declaration.Cycle, "Copy of itself", ouroboros(), "ROOT > A"},
	{declaration.Cycle, "Copy of a group above", func() *plain { n := nest(); n.Children = append(n.Children, copyOf("A", n)); return under(n) }(), "ROOT > NEST > A"},
	{declaration.Cycle, "Copies of each other", mirrors(), "ROOT > A > A/B > A/B/C"},
	{declaration.Cycle, "in what is copied", under(copyOf("A", circle().Children[0])), "ROOT > A > A/TWIG > A"},
	{declaration.TwoContents, "Copy and Behavior", under(&plain{Name: "A", Behavior: &idle, Copy: nest()}), "ROOT > A"},
	{declaration.TwoContents, "Copy and Children", under(&plain{Name: "A", Copy: nest(), Children: plainChildren{leaf("B")}}), "ROOT > A"},
	{declaration.TwoContents, "in what is copied", under(&plain{Name: "A", Copy: &plain{Name: "X", Copy: nest(), Jump: "B"}}, leaf("B")), "ROOT > A"},
	{declaration.Empty, "what is copied", under(copyOf("A", &plain{Name: "X"})), "ROOT > A"},
	{declaration.NilChild, "in what is copied", under(copyOf("A", &plain{Name: "X", Children: plainChildren{nil, leaf("B")}})), "ROOT > A"},
	{declaration.NameTwice, "below a Copy", under(copyOf("A", nest()), leaf("A/EGG")), "ROOT > A/EGG"},
	{declaration.NameTwice, "before a Copy", under(leaf("A/EGG"), copyOf("A", nest())), "ROOT > A > A/EGG"},
	{declaration.NameTwice, "Copies", under(copyOf("A", nest()), copyOf("A", nest())), "ROOT > A"},
	{declaration.NameTwice, "in what is copied", under(copyOf("A", nest(leaf("EGG")))), "ROOT > A > A/EGG"},
	{declaration.CopyOnly, "Policy", under(&plain{Name: "A", Policy: decider.Scored, Copy: nest()}), "ROOT > A"},
	{declaration.CopyOnly, "SucceedAt", under(&plain{Name: "A", SucceedAt: 1, Copy: nest()}), "ROOT > A"},
	{declaration.CopyOnly, "in what is copied", under(copyOf("A", &plain{Name: "X", Margin: 1, Copy: nest()})), "ROOT > A"},
	{declaration.CopyTwice, "Cooldown", under(&plain{Name: "A", Cooldown: 1, Copy: &plain{Name: "X", Cooldown: 2, Behavior: &idle}}), "ROOT > A"},
	{declaration.CopyTwice, "Any", under(&plain{Name: "A", DecisionFlags: decider.Check{Any: 3}, Copy: &plain{Name: "X", DecisionFlags: decider.Check{Any: 6}, Behavior: &idle}}), "ROOT > A"},
	{declaration.CopyTwice, "GateKey", under(&plain{Name: "A", GateKey: plainKeyOf, Copy: &plain{Name: "X", Gate: &world.Gate{Name: "DOOR", Max: 1}, GateKey: plainKeyOf, Behavior: &idle}}), "ROOT > A"},
	{declaration.CopyTwice, "CanPlay", under(&plain{Name: "A", CanPlay: plainRolesOf, Copy: &plain{Name: "X", Squad: pair(), CanPlay: plainRolesOf, Children: plainChildren{leaf("B")}}}), "ROOT > A"},
	{declaration.CopyTwice, "Limit", under(&plain{Name: "A", Modifiers: decider.Modifiers{Limit: 1}, Copy: with("X", decider.Modifiers{Limit: 2})}), "ROOT > A"},
	{declaration.CopyTwice, "Timeout of both", under(&plain{Name: "A", Modifiers: decider.Modifiers{Timeout: 2}, Copy: with("X", decider.Modifiers{Timeout: 3})}), "ROOT > A"},
	{declaration.CopyTwice, "Repeat outside Timeout", under(&plain{Name: "A", Modifiers: decider.Modifiers{Repeat: 2}, Copy: with("X", decider.Modifiers{Timeout: 2})}), "ROOT > A"},
	{declaration.CopyTwice, "Timeout outside Outcome", under(&plain{Name: "A", Modifiers: decider.Modifiers{Timeout: 2}, Copy: with("X", decider.Modifiers{Outcome: decider.Inverted})}), "ROOT > A"},
	{declaration.TooManyPlaces, "copies of copies", doubling(40), "ROOT"},
	{declaration.SlotTwice, "copied", under(copyOf("A", &plain{Name: "X", Slot: &plainSlot{Name: "HAND"}}), copyOf("B", &plain{Name: "Y", Slot: &plainSlot{Name: "HAND"}})), "ROOT > B"},
	{declaration.JumpToAncestor, "to what is copied", under(copyOf("A", nest(&plain{Name: "BACK", Jump: "NEST"}))), "ROOT > A > A/BACK"},
	{declaration.JumpUnknown, "below a Copy", under(copyOf("A", nest()), &plain{Name: "B", Jump: "EGG"}), "ROOT > B"},
	{declaration.JumpOnly, "Copy of a Jump", under(&plain{Name: "A", Cooldown: 1, Copy: &plain{Name: "X", Jump: "B"}}, leaf("B")), "ROOT > A"},
	{declaration.BadModifiers, "Copy of a DBlock", under(&plain{Name: "A", Modifiers: decider.Modifiers{Repeat: 2}, Copy: &plain{Name: "X", DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}}), "ROOT > A"},
	{declaration.RootAsked, "Copy", &plain{Name: "ROOT", Copy: leaf("A")}, "ROOT"},
}

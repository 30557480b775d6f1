package main

import (
	"slices"
	"testing"
)

// "Leaf Nodes": the same leaf asks whether the soldier, the loot box or the door exists.
func TestLeaves(t *testing.T) {
	got := frames(t, "unity/leaves")
	for i, want := range []string{
		"path UNIT > CAPTURE_OBJECTIVE > LOOT > OPEN_BOX",
		"path UNIT > CAPTURE_OBJECTIVE > GO_IN > OPEN_DOOR",
		"path UNIT > CAPTURE_OBJECTIVE > CAPTURE_ATTACK > CAPTURE_ATTACK/SHOOT",
	} {
		if len(got) != 3 || !slices.Contains(got[i], want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

// "Scopes".
func TestScopes(t *testing.T) {
	got := frames(t, "unity/scopes")
	for i, want := range []string{
		"does speed 5", // the modifier is added while the nodes beneath are executed
		"does speed 2", // it is removed when they no longer are
		"does speed 5",
		"does speed 2", // even if the tree is reset by hand
	} {
		if len(got) != 4 || !slices.Contains(got[i], want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

// "Sub-Trees": the core ATTACK is inlined into both behaviors.
func TestSubTrees(t *testing.T) {
	compare(t, "unity/subtrees",
		said{1, "it is part of Capture Objective", `
			begins UNIT, CAPTURE_OBJECTIVE
			does speed 3
			begins CAPTURE_ATTACK, CAPTURE_ATTACK/SOLDIER_EXISTS
			ends CAPTURE_ATTACK/SOLDIER_EXISTS Succeeded
			begins CAPTURE_ATTACK/SHOOT
			path UNIT > CAPTURE_OBJECTIVE > CAPTURE_ATTACK > CAPTURE_ATTACK/SHOOT`},
		said{4, "and of Defend Point", `
			ends WALK_ON Interrupted
			does speed 0
			ends CAPTURE_OBJECTIVE Interrupted
			begins DEFEND_POINT, DEFEND_ATTACK, DEFEND_ATTACK/SOLDIER_EXISTS
			ends DEFEND_ATTACK/SOLDIER_EXISTS Succeeded
			begins DEFEND_ATTACK/SHOOT
			path UNIT > DEFEND_POINT > DEFEND_ATTACK > DEFEND_ATTACK/SHOOT`},
	)
}

package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The places are those of the Spore text: S01, from "Walking through a simple example" on.
func TestFigure1(t *testing.T) {
	compare(t, "spore/figure1",
		said{1, "the starred deciders are active: ROOT, EAT, EAT_FOOD", `
			begins ROOT
			asks FLEE no, GUARD no, FIGHT no, EAT yes
			begins EAT
			asks FIND_FOOD no, EAT_FOOD yes
			begins EAT_FOOD
			ticks EAT_FOOD
			path ROOT > EAT > EAT_FOOD`},
		said{2, "FLEE, GUARD and FIGHT are asked in this order, EAT is not; then FIND_FOOD, EAT_FOOD is not; its behavior is ticked", `
			asks FLEE no, GUARD no, FIGHT no
			asks FIND_FOOD no
			ticks EAT_FOOD
			path ROOT > EAT > EAT_FOOD`},
		said{3, "hysteresis: EAT would not begin now, but it goes on", `
			asks FLEE no, GUARD no, FIGHT no
			asks FIND_FOOD no
			ticks EAT_FOOD
			path ROOT > EAT > EAT_FOOD`},
		said{4, "GUARD accepts: EAT and EAT_FOOD are deactivated, GUARD is activated, its children are decided, one is activated", `
			asks FLEE no, GUARD yes
			ends EAT_FOOD Interrupted, EAT Interrupted
			begins GUARD
			asks YELL_FOR_HELP no, FIGHT yes
			begins FIGHT
			ticks FIGHT
			path ROOT > GUARD > FIGHT`},
		said{5, "in the following tick ROOT asks FLEE alone", `
			asks FLEE no
			asks YELL_FOR_HELP no
			ticks FIGHT
			path ROOT > GUARD > FIGHT`},
	)
}

// S01, "one step farther". The text has the old path deactivated when another child accepts; here what has ended is
// deactivated before the others are asked.
func TestMaskedRedecide(t *testing.T) {
	compare(t, "spore/redecide",
		said{2, "within its Tick EAT_FOOD no longer wants to run; the other child of its group is asked, accepts, and is activated", `
			asks FLEE no, GUARD no, FIGHT no
			asks FIND_FOOD no
			ticks EAT_FOOD
			ends EAT_FOOD Succeeded
			asks FIND_FOOD yes
			begins FIND_FOOD
			ticks FIND_FOOD
			path ROOT > EAT > FIND_FOOD`},
		said{3, "the child that ended is masked out of the decision", `
			asks FLEE no, GUARD no, FIGHT no
			ticks FIND_FOOD
			ends FIND_FOOD Succeeded
			asks FIND_FOOD masked, EAT_FOOD yes
			begins EAT_FOOD
			ticks EAT_FOOD
			path ROOT > EAT > EAT_FOOD`},
		said{4, "none accepts: another masked redecide in the ROOT group, with EAT masked, gives IDLE a chance", `
			asks FLEE no, GUARD no, FIGHT no
			asks FIND_FOOD no
			ticks EAT_FOOD
			ends EAT_FOOD Succeeded
			asks FIND_FOOD no, EAT_FOOD masked
			ends EAT Succeeded
			asks FLEE no, GUARD no, FIGHT no, EAT masked, IDLE yes
			begins IDLE
			asks PLAY yes
			begins PLAY
			asks FLIP no, ROLL no, DANCE yes
			begins DANCE
			ticks DANCE
			path ROOT > IDLE > PLAY > DANCE`},
	)
}

// shown returns the lines that the creature's life shows at a time, without what differs from build to build in Spore: IDs.
func shown(t *testing.T, time string) []string {
	t.Helper()
	_, after, found := strings.Cut(printed(t, "spore/debugging"), "\n  "+time+" s, ")
	if !found {
		t.Fatalf("nothing is shown at %s", time)
	}
	_, after, _ = strings.Cut(after, "\n")
	if next := regexp.MustCompile(`(?m)^  \d`).FindStringIndex(after); next != nil {
		after = after[:next[0]]
	}
	return lines(regexp.MustCompile(`/0x[0-9a-f]+`).ReplaceAllString(after, ""))
}

// S11, the example of DebugPrintState: three lines, compared in full but for IDs and Spore's k before constants.
func TestTooltip(t *testing.T) {
	want := []string{
		"*0:ROOT (Group, PrioritizedList 0x0) time: 34.32 [(no group behavior)] idx: 1",
		"*1:GUARD_NEST_GROUP (Group, PrioritizedList 0x1) time: 34.32 [GUARD_NEST_GROUP] (0x00000000 0) idx: 3",
		"*3:GUARD_NEST_PATROL (Behavior 0x0) time: 4.51 [PATROL] (0x00000000 0)",
	}
	if got := shown(t, "38.153"); !slices.Equal(got, want) {
		t.Errorf("it is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// S11, the example of DebugOutputLevel 1: three transitions, and nothing else in between.
func TestDebugOutputOfLevel1(t *testing.T) {
	for time, transition := range map[string]string{
		"106.017": "activating behavior GROWL with flags 0x0, in decider GUARD_NEST_GROWL",
		"106.728": "activating behavior FIGHT with flags 0x3, in decider GUARD_NEST_FIGHT",
		"110.266": "activating behavior PATROL with flags 0x0, in decider GUARD_NEST_PATROL",
	} {
		if got, want := shown(t, time), "DT(1) #7 @ "+time+": "+transition; len(got) != 1 || got[0] != want {
			t.Errorf("it is %q, want %q", got, want)
		}
	}
}

// S11, the example of DebugOutputLevel 5: line for line, with the level and what it tells, and without what the
// documentation of debugprint leaves out: masks as numbers, ShuffleIdx, block IDs, next_decider_push.
func TestDebugOutputOfLevel5(t *testing.T) {
	want := [][]string{
		{"(3)", "starting tree"},
		{"(3)", "dt: 0.065555, DecisionFlags: 0x00000000, StimuliAllFlags: 0x00000000"},
		{"(5)", "processing decider ROOT, flags: 0x0"},
		{"(4)", "visiting current", "ROOT", "PrioritizedList", "7 children", "active child 1", "duration 145.434"},
		{"(5)", "child 0 (DIE)...failed DecisionFlags check"},
		{"(5)", "ChildrenDecide returned with RunIdx -1"},
		{"(4)", "continuing child 1 GUARD_NEST_GROUP", "duration: 145.43"},
		{"(5)", "processing decider GUARD_NEST_GROUP, flags: 0x1"},
		{"(4)", "visiting current", "GUARD_NEST_GROUP", "PrioritizedList", "5 children", "active child 4", "duration 145.434"},
		{"(5)", "child 0 (GUARD_NEST_HELP)...passed StimuliFlags check...Decide returned 0.000000"},
		{"(5)", "child 1 (GUARD_NEST_FIGHT)...has no preconditions...Decide returned 0.000000"},
		{"(5)", "child 2 (GUARD_NEST_GROWL)...has no preconditions...Decide returned 0.000000"},
		{"(5)", "child 3 (GUARD_NEST_PATROL)...has no preconditions...Decide returned 0.000000"},
		{"(5)", "ChildrenDecide returned with RunIdx -1"},
		{"(4)", "continuing child 4 GUARD_NEST_IDLE", "duration: 7.904"},
		{"(5)", "processing decider GUARD_NEST_IDLE, flags: 0x0"},
		{"(4)", "visiting current", "GUARD_NEST_IDLE", "duration 7.904"},
		{"(3)", "ticking behavior IDLE_WALK", "(dt: 0.065555) with flags 0x2, duration 7.904"},
		{"(3)", "current behavior IDLE_WALK with flags 0x2, in decider GUARD_NEST_IDLE"},
		{"(3)", "finished tree"},
	}
	got := shown(t, "149.267")
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	for i, parts := range want {
		for _, part := range append(parts, "@ 149.267: ") {
			if !strings.Contains(got[i], part) {
				t.Errorf("line %d is %q and lacks %q", i+1, got[i], part)
			}
		}
	}
}

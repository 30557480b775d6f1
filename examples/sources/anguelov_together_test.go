package main

import (
	"io"
	"testing"
)

// "Synchronized Behavior Trees", figure 7.
func TestFigure7(t *testing.T) {
	compare(t, "anguelov/figure7",
		said{1, "every agent that has a grenade throws it", "THROW_GRENADE Ann, Bob, Cat, Dan, Eve, Fay"},
		said{2, "and every agent taunts", "TAUNT Ann, Bob, Cat, Dan, Eve, Fay"},
	)
}

// "Synchronized Behavior Trees", figure 8.
func TestFigure8(t *testing.T) {
	compare(t, "anguelov/figure8",
		said{1, "a single grenade, three who shoot, the rest charge", `
			THROW_GRENADE Ann
			TAUNT Bob
			SHOOT Cat, Dan, Eve
			CHARGE Fay`},
		said{3, "a global cooldown limits how often grenades are thrown", `
			CHARGE Ann, Bob, Fay
			SHOOT Cat, Dan, Eve`},
		said{4, "when it is over, the next agent that evaluates the gate takes the lock", `
			CHARGE Ann, Fay
			THROW_GRENADE Bob
			SHOOT Cat, Dan, Eve`},
	)
}

// "Synchronized Behavior Trees", after figure 7: a battle with 50 enemies, but not 50 grenades and 50 taunts at a time.
func TestFiftyEnemies(t *testing.T) {
	m := (&Transcript{w: io.Discard}).Match(&figure8, make([]string, 50)...)
	for _, a := range m.Actors {
		a.Flags, a.Grenades = InSight, 1
	}
	for frame := range 200 {
		m.Frame("they fight")
		at := map[string]int{}
		for _, a := range m.Actors {
			at[a.Leaf()]++
		}
		if at["THROW_GRENADE"] > 1 || at["TAUNT"] > 1 || at["SHOOT"] > 3 || at["CHARGE"] < 45 {
			t.Fatalf("frame %d: %v", frame, at)
		}
	}
	for i, a := range m.Actors {
		if a.Grenades != 0 {
			t.Errorf("soldier %d has never had the gate to itself", i)
		}
	}
}

// "Synchronized Behavior Trees", figure 9.
func TestFigure9(t *testing.T) {
	compare(t, "anguelov/figure9",
		said{1, "without exactly two agents in it the branch does not run", `
			begins Ann BANDIT, Ann LOITER, Bob BANDIT, Bob LOITER, Cat BANDIT, Cat LOITER
			path Ann BANDIT > LOITER
			path Bob BANDIT > LOITER
			path Cat BANDIT > LOITER`},
		said{2, "exactly two execute it, each with a role, and perform the first part", `
			ends Ann LOITER Interrupted
			begins Ann AMBUSH, Ann PREPARE, Ann DISTRACT
			ends Bob LOITER Interrupted
			begins Bob AMBUSH, Bob PREPARE, Bob FLANK
			path Ann BANDIT > AMBUSH > PREPARE > DISTRACT
			path Bob BANDIT > AMBUSH > PREPARE > FLANK
			path Cat BANDIT > LOITER`},
		said{3, "a member that has completed the first part waits in a loop", `
			ends Ann DISTRACT Succeeded, Ann PREPARE Succeeded
			begins Ann WAIT_FOR_BOTH
			path Ann BANDIT > AMBUSH > WAIT_FOR_BOTH
			path Bob BANDIT > AMBUSH > PREPARE > FLANK
			path Cat BANDIT > LOITER`},
		said{5, "then they are synchronized again and perform the follow-up", `
			ends Ann WAIT_FOR_BOTH Succeeded
			begins Ann STRIKE
			ends Bob WAIT_FOR_BOTH Succeeded
			begins Bob STRIKE
			path Ann BANDIT > AMBUSH > STRIKE
			path Bob BANDIT > AMBUSH > STRIKE
			path Cat BANDIT > LOITER`},
		said{9, "one breaks out, by an interruption from the environment", `
			ends Ann DISTRACT Succeeded, Ann PREPARE Succeeded
			begins Ann WAIT_FOR_BOTH
			ends Bob FLANK Interrupted, Bob PREPARE Interrupted, Bob AMBUSH Interrupted
			begins Bob RUN_AWAY
			path Ann BANDIT > AMBUSH > WAIT_FOR_BOTH
			path Bob BANDIT > RUN_AWAY`},
		said{10, "the tree is reset for the other too", `
			ends Ann WAIT_FOR_BOTH Reset, Ann AMBUSH Reset
			begins Ann LOITER
			path Ann BANDIT > LOITER
			path Bob BANDIT > RUN_AWAY`},
	)
}

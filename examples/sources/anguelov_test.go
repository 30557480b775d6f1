package main

import (
	"slices"
	"testing"
)

// The places are those of Anguelov's text, by heading.

// "Stored State Behavior Trees", from figure 3 on, and the paragraph on oscillation.
func TestFigure3(t *testing.T) {
	compare(t, "anguelov/figure3",
		said{2, "every update begins at the root and comes to every branch", `
			begins NOTICE, LISTEN
			ends LISTEN Failed, NOTICE Failed
			begins INVESTIGATION
			ends INVESTIGATION Failed
			ticks SMOKE
			path GUARD > SMOKE`},
		said{3, "the noise is noticed in the update in which it happens, and the move begins", `
			begins NOTICE, LISTEN, HEARD_NOISE
			ends HEARD_NOISE Succeeded
			begins SET_TARGET
			ends SET_TARGET Succeeded, LISTEN Succeeded, NOTICE Succeeded
			begins INVESTIGATION, HAS_TARGET
			ends HAS_TARGET Succeeded
			begins MOVE_TO_TARGET
			ticks MOVE_TO_TARGET
			does walks to 1, puts it out
			ends SMOKE Cancelled
			path GUARD > INVESTIGATION > MOVE_TO_TARGET`},
		said{5, "the move is done, and investigating leads away from the target", `
			begins NOTICE, LISTEN
			ends LISTEN Failed, NOTICE Failed
			begins HAS_TARGET
			ends HAS_TARGET Succeeded
			ticks MOVE_TO_TARGET
			does walks to 3
			ends MOVE_TO_TARGET Succeeded
			begins INVESTIGATE
			ticks INVESTIGATE
			does looks around at 1
			path GUARD > INVESTIGATION > INVESTIGATE`},
		said{6, "the next update checks again, and the move starts again: oscillation", `
			begins NOTICE, LISTEN
			ends LISTEN Failed, NOTICE Failed
			begins HAS_TARGET
			ends HAS_TARGET Succeeded
			begins MOVE_TO_TARGET
			ticks MOVE_TO_TARGET
			does walks to 2
			ends INVESTIGATE Cancelled
			path GUARD > INVESTIGATION > MOVE_TO_TARGET`},
	)
}

// "Stored State Behavior Trees", figure 4 and the paragraph after it.
func TestFigure4(t *testing.T) {
	onlySmoke := "ticks SMOKE\npath GUARD > SMOKE"
	compare(t, "anguelov/figure4",
		said{2, "second update: all that has completed is skipped, and only SMOKE is updated", onlySmoke},
		said{3, "third update: there is a noise, but the first branch is not entered", onlySmoke},
		said{4, "the agent does not react", onlySmoke},
		said{5, "the smoke behavior completes, and with it the evaluation: the stored state is reset", `
			ticks SMOKE
			does puts it out
			ends SMOKE Succeeded, GUARD Succeeded
			path none, Success`},
		said{6, "only then does the agent react to the sound", `
			begins GUARD, NOTICE, LISTEN, HEARD_NOISE
			ends HEARD_NOISE Succeeded
			begins SET_TARGET
			ends SET_TARGET Succeeded, LISTEN Succeeded, NOTICE Succeeded
			begins INVESTIGATION, HAS_TARGET
			ends HAS_TARGET Succeeded
			begins MOVE_TO_TARGET
			ticks MOVE_TO_TARGET
			does walks to 1
			path GUARD > INVESTIGATION > MOVE_TO_TARGET`},
	)
	// Figure 4 itself: the states of the three branches after the first update.
	text := lines(printed(t, "anguelov/figure4"))
	for _, state := range []string{"> GUARD 0.0 s Selector", "NOTICE Selector, failed", "INVESTIGATION Sequence, failed", "> SMOKE 0.0 s"} {
		if !slices.Contains(text, state) {
			t.Errorf("the state lacks %q", state)
		}
	}
}

// "Stored State Behavior Trees", the naive approach before figure 5.
func TestRepeat(t *testing.T) {
	compare(t, "anguelov/repeat",
		said{2, "with the repeat the noise is noticed in the update in which it happens", `
			begins NOTICE, LISTEN, HEARD_NOISE
			ends HEARD_NOISE Succeeded
			begins SET_TARGET
			ends SET_TARGET Succeeded, LISTEN Succeeded, NOTICE Succeeded
			begins INVESTIGATION, HAS_TARGET
			ends HAS_TARGET Succeeded
			begins MOVE_TO_TARGET
			ticks MOVE_TO_TARGET
			does walks to 1
			ends MOVE_TO_TARGET Succeeded
			begins INVESTIGATE
			ticks INVESTIGATE
			does looks around at -1, puts it out
			ends SMOKE Cancelled
			path GUARD > INVESTIGATION > INVESTIGATE`},
		said{3, "the first branch alone is evaluated again; the steps of the plan stay completed", `
			begins NOTICE, LISTEN
			ends LISTEN Failed, NOTICE Failed
			ticks INVESTIGATE
			does looks around at -3
			ends INVESTIGATE Succeeded, INVESTIGATION Succeeded, GUARD Succeeded
			path none, Success`},
	)
}

// "Stored State Behavior Trees", figure 5.
func TestFigure5(t *testing.T) {
	compare(t, "anguelov/figure5",
		said{1, "the first update leaves the sequence above the repeating node failed", `
			begins GUARD, NOTICE, WHILE_ON_DUTY, ON_DUTY
			ends ON_DUTY Succeeded
			begins LISTEN
			asks HEARD_NOISE no
			ends LISTEN Failed, WHILE_ON_DUTY Failed, NOTICE Failed
			begins INVESTIGATION
			asks HAS_TARGET no
			ends INVESTIGATION Failed
			begins SMOKE
			ticks SMOKE
			path GUARD > SMOKE`},
		said{2, "the next update does not come to the repeating node: the first problem again", `
			ticks SMOKE
			path GUARD > SMOKE`},
	)
}

// "Stored State Behavior Trees", figure 6 and the paragraphs on return states, reset and the oscillation problem.
func TestFigure6(t *testing.T) {
	compare(t, "anguelov/figure6",
		said{2, "the registered monitor, of higher priority than the current branch, is evaluated before the tree; nothing else is", `
			asks HEARD_NOISE no, SAW_LIGHT no
			asks SOMETHING_NEW no
			ticks SMOKE
			path GUARD > SMOKE`},
		said{3, "a monitor that succeeds interrupts: the tree is reset, SMOKE cleans up after itself, the evaluation is restarted", `
			asks HEARD_NOISE yes
			asks SOMETHING_NEW yes
			fires SOMETHING_NEW
			does puts it out
			ends SMOKE Interrupted
			begins NOTICE, WHILE_ON_DUTY, ON_DUTY
			ends ON_DUTY Succeeded
			asks HEARD_NOISE yes
			begins SOMETHING_NEW, HEARD_NOISE
			ends HEARD_NOISE Succeeded, SOMETHING_NEW Succeeded
			begins SET_TARGET
			ends SET_TARGET Succeeded, WHILE_ON_DUTY Succeeded, NOTICE Succeeded
			begins INVESTIGATION, HAS_TARGET
			ends HAS_TARGET Succeeded
			begins MOVE_TO_TARGET
			ticks MOVE_TO_TARGET
			does walks to 1
			path GUARD > INVESTIGATION > MOVE_TO_TARGET`},
		said{4, "completed nodes are skipped: the check for a target is not run again", `
			asks HEARD_NOISE no, SAW_LIGHT no
			asks SOMETHING_NEW no
			ticks MOVE_TO_TARGET
			does walks to 2
			path GUARD > INVESTIGATION > MOVE_TO_TARGET`},
		said{5, "the move completes, and investigate takes over", `
			asks HEARD_NOISE no, SAW_LIGHT no
			asks SOMETHING_NEW no
			ticks MOVE_TO_TARGET
			does walks to 3
			ends MOVE_TO_TARGET Succeeded
			begins INVESTIGATE
			ticks INVESTIGATE
			does looks around at 1
			path GUARD > INVESTIGATION > INVESTIGATE`},
		said{9, "the move, once completed, is never run again: no oscillation", `
			asks HEARD_NOISE no, SAW_LIGHT no
			asks SOMETHING_NEW no
			ticks INVESTIGATE
			does looks around at 0
			ends INVESTIGATE Succeeded, INVESTIGATION Succeeded, GUARD Succeeded
			path none, Success`},
		said{10, "when all active leaves are done, the tree is reset and begins anew", `
			begins GUARD, NOTICE, WHILE_ON_DUTY, ON_DUTY
			ends ON_DUTY Succeeded
			asks HEARD_NOISE no, SAW_LIGHT no
			asks SOMETHING_NEW no
			ends WHILE_ON_DUTY Failed, NOTICE Failed
			begins INVESTIGATION
			asks HAS_TARGET no
			ends INVESTIGATION Failed
			begins SMOKE
			ticks SMOKE
			path GUARD > SMOKE`},
	)
	// Frame 6: the reactivity is kept while the guard investigates, not only while he smokes.
	frame := frames(t, "anguelov/figure6")[5]
	for _, want := range []string{"asks HEARD_NOISE no, SAW_LIGHT yes", "ends INVESTIGATE Interrupted, INVESTIGATION Interrupted"} {
		if !slices.Contains(frame, want) {
			t.Errorf("a light: %q lacks %q", frame, want)
		}
	}
}

// "Stored State Behavior Trees", the paragraph that begins with a good example.
func TestCleanUp(t *testing.T) {
	compare(t, "anguelov/cleanup",
		said{2, "the interaction is told of the interruption and blends out", `
			does straightens up, 1 of 2
			path BARMAN > LEAN_ON_BAR`},
		said{3, "then what interrupts it begins; no check stands in the tree", `
			does straightens up, 2 of 2, lets go of the bar
			ends LEAN_ON_BAR Interrupted
			begins DUCK
			path BARMAN > DUCK`},
	)
}

package plain

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/declaration"
)

// modifiers checks a decider's Modifiers. The functions root and contents check that the root and Jumps have none.
func (v *validator) modifiers(d *Decider) {
	m := d.Modifiers
	repeats := m.Repeat != 0 && m.Repeat != 1
	switch {
	case m.Repeat < declaration.Forever:
		v.fault(declaration.BadModifiers, fmt.Sprintf("Repeat is %d", m.Repeat), "make it a number of times, or Forever")
	case repeats && d.DBlock != nil && len(d.Children) == 0: // a group keeps its behavior, which has its data
		v.fault(declaration.BadModifiers, "Repeat stands beside a DBlock, whose data is handed over once", "repeat a group around it, which decides anew each time")
	}
	if d.IsCondition() && (repeats || m.Timeout != 0) {
		v.fault(declaration.BadModifiers, "it has a Repeat or a Timeout and nothing to run", "remove them, or put them on a group around it, which asks it each time")
	}
	switch {
	case m.Until > declaration.UntilFailure:
		v.fault(declaration.BadModifiers, fmt.Sprintf("Until %d does not exist", m.Until), "use one of the constants, UntilSuccess and so on")
	case m.Until != declaration.UntilDone && !repeats:
		v.fault(declaration.BadModifiers, fmt.Sprintf("%v stands beside Repeat %d, which runs it once", m.Until, m.Repeat), "remove it, or set Repeat to Forever or a number above 1")
	}
	if math.IsNaN(m.Timeout) || math.IsInf(m.Timeout, 0) || m.Timeout < 0 {
		v.fault(declaration.BadModifiers, fmt.Sprintf("Timeout is %v", m.Timeout), "make it a finite number of seconds, or 0 for none")
	}
	if m.Outcome > declaration.AlwaysFailure {
		v.fault(declaration.BadModifiers, fmt.Sprintf("Outcome %d does not exist", m.Outcome), "use one of the constants, AsIs and so on")
	}
	if m.Limit < 0 {
		v.fault(declaration.BadModifiers, fmt.Sprintf("Limit is %d", m.Limit), "make it a number of entries, or 0 for any")
	}
}

// ending tells how a decider can end, as its group sees it.
type ending struct{ succeeds, fails bool }

// endings returns how a decider can end given its Modifiers, and assumes that everything else can both succeed and fail.
func endings(d *Decider) ending {
	e := ending{succeeds: true, fails: !d.IsCondition()}
	m := d.Modifiers
	// Only Until and Timeout end an endless Repeat, unless a group behavior ends the group.
	if m.Repeat == declaration.Forever && (len(d.Children) == 0 || d.Behavior == nil && d.DBlock == nil) && d.Slot == nil {
		e.succeeds = m.Until == declaration.UntilSuccess
		e.fails = m.Until == declaration.UntilFailure || m.Timeout > 0
	}
	ends := e.succeeds || e.fails
	switch m.Outcome {
	case declaration.Inverted:
		e.succeeds, e.fails = e.fails, e.succeeds
	case declaration.AlwaysSuccess:
		e.succeeds, e.fails = ends, false
	case declaration.AlwaysFailure:
		e.succeeds, e.fails = false, ends
	}
	return e
}

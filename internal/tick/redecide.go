package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file handles the end of a child of a decide-first group (RULES R6).

// react handles the status of a group's active child.
func (r *Runner) react(p program.Place, st behavior.Status) behavior.Status {
	if st == behavior.Running {
		return st
	}
	return r.redecide(p, st)
}

// redecide handles a child that finished: the child goes down and is masked, and the group asks the others (RULES R6).
func (r *Runner) redecide(p program.Place, st behavior.Status) behavior.Status {
	n, f := &r.Tree.Spots[p], r.Frame(p)
	if !n.Policy.DecidesFirst() {
		return r.runPast(p, st) // Concurrent and reactive groups handle it at the visit
	}
	for st != behavior.Running {
		switch st {
		case aborted:
			return st
		case leaping:
			if r.Tree.Jumps[r.jumping].Common != p {
				return leaping
			}
			st = r.stepToward(p)
			continue
		}
		child, reason := f.Child, reasonOf(st)
		if r.Tree.Spots[child].Marks&program.Modified != 0 {
			if st, reason = r.conclude(child, st); st != behavior.Success && st != behavior.Failure {
				continue // the next iteration runs, or a Jump left the group
			}
		}
		f.State &^= program.Succeeded
		if st == behavior.Success {
			f.State |= program.Succeeded
		}
		if r.Tree.Spots[child].Marks&program.Targeted != 0 {
			r.land(child, st)
		}
		r.leave(child, reason)
		r.mask(child, st)
		if n.Options&declaration.FinishWithChild != 0 {
			return st
		}
		next, waits := program.Nowhere, false
		if n.Options&declaration.CallDecideOnRedecide != 0 {
			if !r.askAgain(p) {
				r.forget(p)
				return behavior.Failure
			}
			next = r.takeChosen(p)
		}
		if next == program.Nowhere {
			next, _, waits = r.choose(p)
		}
		switch {
		case waits:
			return r.wait(p, next)
		case next == program.Nowhere:
			return r.exhausted(p)
		}
		st = r.take(p, next)
	}
	return st
}

// exhausted returns the status of a group when none of its children accepts any more (RULES R6, R10).
func (r *Runner) exhausted(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	state := r.Frame(p).State
	switch n.Policy {
	case declaration.Sequential, declaration.OneOff:
		return behavior.Success // some child was entered, or the group would have broken the Subset Rule
	case declaration.SequentialLooping:
		for q := n.First; q < n.Last; q++ {
			if r.IsMasked(q) {
				return behavior.Running // with nothing active: it goes on in the next tick
			}
		}
		fallthrough
	default:
		if state&program.Succeeded != 0 {
			return behavior.Success
		}
	}
	return behavior.Failure
}

// land notes whether a Jump's target, which ends, has failed back in this tick (RULES R16).
func (r *Runner) land(p program.Place, st behavior.Status) {
	switch j := r.Frame(p).Jump; {
	case j == program.Nowhere:
	case st == behavior.Failure:
		r.TickBits.Set(r.Tree.TickBits.FailedBack + int(j))
		r.Wants |= memory.WantTidy
	default:
		r.TickBits.Unset(r.Tree.TickBits.FailedBack + int(j))
	}
}

// mask excludes a child that finished for the rest of the tick.
func (r *Runner) mask(p program.Place, st behavior.Status) {
	r.Stirred = true
	r.TickBits.Set(int(p))
	r.Wants |= memory.WantUnmask
	if r.tellsVisits() {
		r.tellMasked(p, st)
	}
	if r.Tree.Spots[p].Marks&program.Landed == 0 {
		return
	}
	for _, i := range r.Tree.Landings[p] {
		if r.TickBits.Has(r.Tree.TickBits.FailedBack + i) {
			r.TickBits.Set(int(r.Tree.Jumps[i].Branch)) // a Jump that fails back: both branches (RULES R16)
		}
	}
}

package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file has the Subset Rule: a group that is entered has a child that accepts (Spore S05; RULES R5, R37).

// answered is a candidate's verdict, in a strict agent.
type answered struct {
	turn    uint64 // Instance.Number<<16 | place
	verdict event.Verdict
}

// BeStrict chooses whether a broken Subset Rule is an error of the tick. A strict agent asks all candidates in full.
func (r *Runner) BeStrict(on bool) {
	if on || r.Backlog != nil {
		r.Late().strict = on
	}
	r.chooseAsking()
}

// isStrict reports whether a broken Subset Rule is an error.
func (r *Runner) isStrict() bool { return r.Backlog != nil && r.Backlog.strict }

// remember keeps a verdict for the error of a broken Subset Rule.
func (r *Runner) remember(p program.Place, verdict event.Verdict) {
	late := r.Late()
	r.Wants |= memory.WantReport // clears them at the end
	late.asked = append(late.asked, answered{r.Number<<16 | uint64(p), verdict &^ notYet})
}

// broken ends a group that was entered although none of its children accepts.
func (r *Runner) broken(p program.Place) behavior.Status {
	if r.tellsBeginnings() {
		r.tell(event.SubsetRuleBroken, p)
	}
	if r.isStrict() {
		n := &r.Tree.Spots[p]
		e := &event.SubsetRuleError{Children: make([]event.Rejection, n.Children())}
		for q := n.First; q < n.Last; q++ {
			e.Children[q-n.First] = event.Rejection{Decider: r.Tree.Facts[q].Label, Verdict: r.lastVerdict(q)}
		}
		r.report(p, NoCall, e)
	}
	return behavior.Failure
}

// lastVerdict returns the verdict of a candidate's last asking in this tick.
func (r *Runner) lastVerdict(p program.Place) event.Verdict {
	asked := r.Late().asked
	for i := len(asked) - 1; i >= 0; i-- {
		if asked[i].turn == r.Number<<16|uint64(p) {
			return asked[i].verdict
		}
	}
	return event.FailedMask // a child that ended in an earlier iteration of this tick
}

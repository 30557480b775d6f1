package decidertest_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	. "github.com/decidertree/decidertree/decider/decidertest"
)

// coverage counts what happened in trials, so that a generator that makes harmless trees is noticed.
type coverage map[string]int

func (c coverage) add(events []decider.Event, calls []Call) {
	for i := range events {
		e := &events[i]
		c[e.Kind.String()]++
		switch e.Kind {
		case decider.Asked:
			c[e.Verdict.String()]++
		case decider.Chose:
			if e.Active >= 0 {
				c[e.Policy.String()]++
			}
		case decider.Returned:
			c[fmt.Sprintf("%v activating %v", e.Status, e.Activating)]++
		case decider.Left:
			c["left "+e.Reason.String()]++
		case decider.Erred:
			c["error "+sentinel(e.Err)]++
		case decider.TickFinished:
			c["tick "+e.Status.String()]++
		}
	}
	for i := range calls {
		for did := range strings.FieldsSeq(calls[i].Did) {
			what, _, _ := strings.Cut(did, "(")
			c["did "+what]++
		}
		if calls[i].Drawn != 0 {
			c["did draw"]++
		}
	}
}

func (c coverage) merge(other coverage) {
	for what, n := range other {
		c[what] += n
	}
}

// require fails the test if anything did not occur that should.
func (c coverage) require(t *testing.T) {
	t.Helper()
	need := []string{"did add", "did remove", "did send", "did Fail", "did panic", "did Reset", "did Close", "did TickAgain", "did draw", "did delegate"}
	for k := decider.TickStarted; k <= decider.TickFinished; k++ {
		need = append(need, k.String())
	}
	for v := decider.Accepted; v <= decider.FailedTarget; v++ {
		need = append(need, v.String())
	}
	for p := decider.PrioritizedList; p <= decider.Scored; p++ {
		need = append(need, p.String())
	}
	for s := behavior.Running; s <= behavior.Failure; s++ {
		need = append(need, "tick "+s.String(), fmt.Sprintf("%v activating true", s), fmt.Sprintf("%v activating false", s))
	}
	for r := behavior.Succeeded; r <= behavior.Panicked; r++ {
		need = append(need, "left "+r.String())
	}
	for _, err := range sentinels {
		need = append(need, "error "+err.Error())
	}
	rarest := slices.MinFunc(need, func(a, b string) int { return cmp.Compare(c[a], c[b]) })
	t.Logf("rarest: %s, %d times", rarest, c[rarest])
	for _, what := range need {
		assert.NotZero(t, c[what], "%s never occurred: the generator has become toothless", what)
	}
}

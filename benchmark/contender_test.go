package main

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/decidertree/decidertree/internal/testing/workload"
)

// All contenders behave the same, tick by tick, under all inputs in any order; otherwise comparing them would be
// meaningless.
func TestContendersDoTheSame(t *testing.T) {
	var drivers []driver
	for _, c := range contenders {
		drivers = append(drivers, c.new())
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 4 * workload.AllSenses {
		senses := rng.Uint64N(workload.AllSenses)
		for k, d := range drivers {
			d.step(senses)
			if got, want := d.creature().Counts, drivers[0].creature().Counts; got != want {
				t.Fatalf("tick %d with senses %+v: %s differs from %s\ngot  %v\nwant %v",
					i, workload.SensesOf(senses), contenders[k].name, contenders[0].name, got, want)
			}
		}
	}
}

// The measured runs are the intended ones: quiet eats, churn flees in every other tick.
func TestWorkIsAsMeant(t *testing.T) {
	for _, c := range contenders {
		t.Run(c.name, func(t *testing.T) {
			d := c.new()
			d.quiet(10)
			var want workload.Counts
			want.Did[workload.EatFood], want.Begun[workload.EatFood] = 10, 1
			if got := d.creature().Counts; got != want {
				t.Errorf("quiet:\ngot  %v\nwant %v", got, want)
			}
			d.churn(10)
			want.Did[workload.EatFood], want.Did[workload.Flee] = 15, 5
			want.Begun[workload.EatFood], want.Begun[workload.Flee] = 6, 5
			want.Ended[workload.EatFood], want.Ended[workload.Flee] = 5, 5
			if got := d.creature().Counts; got != want {
				t.Errorf("churn:\ngot  %v\nwant %v", got, want)
			}
		})
	}
}

// The table has a row for each contender and each target, even after few rounds.
func TestReport(t *testing.T) {
	r := newReport()
	measure(r.subjects(), 1, 100*time.Microsecond)
	got := r.markdown()
	for _, p := range r.pairs {
		if !strings.Contains(got, "| "+p.name+" |") {
			t.Errorf("no row for %s", p.name)
		}
	}
	for _, target := range r.targets() {
		if !strings.Contains(got, "| "+target.what+" |") {
			t.Errorf("no row for %s", target.what)
		}
	}
}

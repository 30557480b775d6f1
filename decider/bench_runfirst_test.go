package decider_test

import (
	"fmt"
	"testing"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

// robot is the agent of these benchmarks. Busy, whatever it does ends in the tick after it began; alarms go up and
// down by turns. Its counts are what it did.
type robot struct {
	busy, alarm bool
	did         [8]uint32
	step        int // of the hand-written ones
}

type (
	robotContext  = behavior.Context[*robot]
	robotDecider  = decider.Decider[*robot]
	robotChildren = decider.Children[*robot]
)

func (r *robot) work(i int) behavior.Status {
	r.did[i&7]++
	if r.busy && r.did[i&7]&1 == 0 {
		return behavior.Success
	}
	return behavior.Running
}

// jobs are what robots do: the i-th of them.
var jobs = func() (all [8]*behavior.Behavior[*robot]) {
	for i := range all {
		all[i] = &behavior.Behavior[*robot]{Name: fmt.Sprint("JOB_", i), Tick: func(c *robotContext) behavior.Status { return c.Agent.work(i) }}
	}
	return all
}()

// lost is a condition that does not hold.
var lost = &behavior.Behavior[*robot]{Name: "LOST", Tick: func(*robotContext) behavior.Status { return behavior.Failure }}

func robotJob(i int) *robotDecider {
	return &robotDecider{Name: fmt.Sprint("JOB_", i), Behavior: jobs[i]}
}

// robotGroup is a root with a job for each.
func robotGroup(policy decider.Policy, n int) *robotDecider {
	d := &robotDecider{Name: "ROOT", Policy: policy}
	for i := range n {
		d.Children = append(d.Children, robotJob(i))
	}
	return d
}

// The hand-written loops are kept out of line, as an agent's update is in a game.

//go:noinline
func (r *robot) sequenceByHand(n int) {
	for r.work(r.step) == behavior.Success {
		if r.step++; r.step == n {
			r.step = 0
			return
		}
	}
}

//go:noinline
func (r *robot) monitorsByHand() {
	switch {
	case r.alarm && r.step != 1:
		r.step = 1
	case !r.alarm && r.step == 1:
		r.step = 0
	}
	if r.work(r.step) == behavior.Success {
		r.step = 0
	}
}

//go:noinline
func (r *robot) allByHand(n int) {
	for i := range n {
		r.work(i)
	}
}

// BenchmarkRunFirst ticks one robot of a small tree of each kind. Quiet: what runs goes on. Churn: it ends every other
// tick, or an alarm begins or ends every tick.
func BenchmarkRunFirst(b *testing.B) {
	hand := &decider.Slot[*robot]{Name: "HAND", Reserve: 512}
	energy := &blackboard.Key[int]{Name: "energy"}
	turns := &blackboard.Key[int]{Name: "turns", Scope: blackboard.Decider}
	toy := decider.MustInitializeTreeData(robotGroup(decider.Sequence, 4))
	monitored := &robotDecider{Name: "ROOT", Policy: decider.Selector, Children: robotChildren{
		{Name: "ALARM", Options: decider.Monitor, DecisionFlags: decider.Check{All: 1}, Behavior: jobs[1]},
		{Name: "LOST", Behavior: lost},
		{Name: "WORK", Behavior: jobs[0]},
	}}
	reactive := &robotDecider{Name: "ROOT", Policy: decider.ReactiveSelector, Children: robotChildren{
		{Name: "ALARM", DecisionFlags: decider.Check{All: 1}, Behavior: jobs[1]},
		{Name: "LOST", Behavior: lost},
		{Name: "WORK", Behavior: jobs[0]},
	}}
	for _, c := range []struct {
		name string
		root *robotDecider
		hand func(*robot)
	}{
		{"sequence", robotGroup(decider.Sequence, 4), func(r *robot) { r.sequenceByHand(4) }},
		{"selector", &robotDecider{Name: "ROOT", Policy: decider.Selector, Children: robotChildren{{Name: "LOST", Behavior: lost}, robotJob(0), robotJob(1)}}, nil},
		{"monitors", monitored, (*robot).monitorsByHand},
		{"reactive", reactive, (*robot).monitorsByHand},
		{"concurrent2", robotGroup(decider.Concurrent, 2), func(r *robot) { r.allByHand(2) }},
		{"concurrent8", robotGroup(decider.Concurrent, 8), func(r *robot) { r.allByHand(8) }},
		{"repeat", &robotDecider{Name: "ROOT", Children: robotChildren{{Name: "JOB", Behavior: jobs[0], Modifiers: decider.Modifiers{Repeat: decider.Forever}}}}, func(r *robot) { r.allByHand(1) }},
		{"slot", &robotDecider{Name: "BODY", Children: robotChildren{{Name: "USE", Slot: hand}}}, func(r *robot) { r.sequenceByHand(4) }},
		{"blackboard", &robotDecider{Name: "ROOT", Keys: decider.Keys{energy, turns}, Children: robotChildren{
			{Name: "JOB", Behavior: &behavior.Behavior[*robot]{Name: "JOB", Tick: func(c *robotContext) behavior.Status {
				*energy.Of(c)++
				*turns.Of(c)++
				return c.Agent.work(0)
			}}}}}, func(r *robot) { r.allByHand(1) }},
	} {
		tree := decider.MustInitializeTreeData(c.root)
		for _, churn := range []bool{false, true} {
			name := c.name + "/quiet"
			if churn {
				name = c.name + "/churn"
			}
			b.Run(name, func(b *testing.B) {
				memory, r := tree.NewMemory(nil, 1), &robot{busy: churn}
				if c.name == "slot" {
					if err := memory.Plug(hand, toy); err != nil {
						b.Fatal(err)
					}
				}
				in := decider.Input{DT: dt}
				b.ReportAllocs()
				for b.Loop() {
					if churn {
						in.DecisionFlags ^= 1
					}
					in.Time += in.DT
					if err := decider.TickBehaviorTree(memory, r, in); err != nil {
						b.Fatal(err)
					}
				}
			})
			if c.hand == nil {
				continue
			}
			b.Run(name+"/handwritten", func(b *testing.B) {
				r := &robot{busy: churn}
				for b.Loop() {
					if churn {
						r.alarm = !r.alarm
					}
					c.hand(r)
				}
			})
		}
	}
}

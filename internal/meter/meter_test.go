package meter

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// fake is a machine on which a game keeps some processors busy.
type fake struct {
	time time.Time
	cpu  time.Duration
	busy float64
}

func (f *fake) pass(d time.Duration) {
	f.time = f.time.Add(d)
	f.cpu += time.Duration(float64(d) * f.busy)
}

func (f *fake) meter() *Meter {
	m := New(func() time.Time { return f.time })
	m.cpu = func() (time.Duration, bool) { return f.cpu, true }
	m.lastCPU = f.cpu
	return m
}

// greedy does what it may, all the time, and returns the processors that each part took.
func greedy(f *fake, m *Meter, frames bool, seconds float64) (took [Parts]float64) {
	const step = 4 * time.Millisecond
	credit := time.Duration(0)
	for range int(seconds / step.Seconds()) {
		f.pass(step)
		if frames {
			if credit += time.Duration(float64(step) * m.Share(Frame)); credit > 0 {
				m.Spend(Frame, time.Millisecond)
				credit -= time.Millisecond
				took[Frame] += 0.001
			}
		}
		if m.Rest() == 0 {
			m.Spend(Serving, 3*time.Millisecond)
			took[Serving] += 0.003
		}
	}
	for i := range took {
		took[i] /= seconds
	}
	return took
}

func TestAllPartsTogetherTakeAShareOfTheProcess(t *testing.T) {
	for _, busy := range []float64{0.1, 1, 1.8, 8} {
		f := &fake{time: time.Unix(100, 0), busy: busy}
		m := f.meter()
		m.Estimate(Recording, 0.01)
		greedy(f, m, true, 20)
		took := greedy(f, m, true, 60)
		all := took[Frame] + took[Serving] + 0.01
		assert.LessOrEqual(t, all, 1.1*whole*max(busy, 1), "%v processors: %v", busy, took)
		assert.GreaterOrEqual(t, all, 0.8*min(whole*max(busy, 1), frameMost+0.5), "what they may take they do take: %v", took)
		assert.LessOrEqual(t, took[Frame], frameMost*1.05)
		used := m.Used()
		assert.InDelta(t, took[Frame]/max(busy, 1), used[Frame], 0.005)
		assert.InDelta(t, took[Serving]/max(busy, 1), used[Serving], 0.005)
		assert.InDelta(t, 0.01/max(busy, 1), used[Recording], 0.001)
	}
}

func TestAPartGetsWhatTheOtherLeaves(t *testing.T) {
	f := &fake{time: time.Unix(100, 0), busy: 1}
	m := f.meter()
	greedy(f, m, true, 10)
	both := greedy(f, m, true, 30)[Serving]
	greedy(f, m, false, 10)
	alone := greedy(f, m, false, 30)[Serving]
	assert.Greater(t, alone, 1.6*both)
}

func TestNobodyStandsStill(t *testing.T) {
	f := &fake{time: time.Unix(100, 0), busy: 1}
	m := f.meter()
	m.Estimate(Recording, 3)
	f.pass(time.Minute)
	assert.Positive(t, m.Share(Frame))
	m.Spend(Serving, time.Hour)
	assert.LessOrEqual(t, m.Rest(), 15*time.Second, "a debt is limited")
	m.Spend(Asking, time.Hour)
	f.pass(time.Second)
	assert.Greater(t, m.Used()[Asking], 10.0, "it is counted")
	rest := m.Rest()
	m.Spend(Asking, time.Hour)
	assert.Equal(t, rest, m.Rest(), "and not limited")
	f.time = f.time.Add(-time.Hour)
	assert.LessOrEqual(t, m.Rest(), 15*time.Second, "the clock was set back")
}

func TestEachJobGetsItsTurn(t *testing.T) {
	turns := NewTurns(3)
	lasts := []time.Duration{10, 1, 1} // the first is slow
	had, count := make([]time.Duration, 3), make([]int, 3)
	for range 1200 {
		job := turns.Order()[0]
		had[job] += lasts[job]
		count[job]++
		turns.Took(job, lasts[job])
	}
	assert.InDelta(t, had[0], had[1], 11)
	assert.InDelta(t, had[0], had[2], 11)

	// One that had nothing to do does not keep the others waiting for as long.
	for range 100 {
		turns.Took(0, 10)
		turns.Took(1, 10)
	}
	first := 0
	for turns.Order()[0] == 2 {
		turns.Took(2, 1)
		first++
	}
	assert.LessOrEqual(t, first, 11)
	turns.Took(1, 0) // even a turn that took no time is a turn
	assert.NotEqual(t, 1, turns.Order()[0])
}

func TestWorkIsProcessorTime(t *testing.T) {
	w := Begin()
	if _, known := threadTime(); !known {
		w.End(0)
		t.Skip("this system does not tell the time of a thread")
	}
	time.Sleep(50 * time.Millisecond)
	assert.Less(t, w.Took(), 20*time.Millisecond, "waiting is no work")
	began := time.Now()
	sum := 0
	for time.Since(began) < 300*time.Millisecond {
		sum++
	}
	took := w.End(0)
	assert.Positive(t, sum)
	assert.Greater(t, took, 10*time.Millisecond)
	assert.Less(t, took, 400*time.Millisecond)
	assert.Less(t, Work{began: time.Now().Add(-time.Second)}.Took(), 2*time.Second, "real time, where the other is not known")
}

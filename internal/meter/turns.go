package meter

import (
	"slices"
	"time"
)

// Turns shares time fairly among jobs: the job that has had the least of it is next. A job that had nothing to do for some
// time has no claim to what it missed. So each job gets its turn, however long the turns of the others are.
type Turns struct {
	used  []time.Duration
	now   time.Duration // what the job that was last served had used before
	order []int
}

// NewTurns makes the turns of a number of jobs.
func NewTurns(jobs int) *Turns {
	return &Turns{used: make([]time.Duration, jobs)}
}

// Order returns the jobs, next first. It is valid until the next call.
func (t *Turns) Order() []int {
	t.order = t.order[:0]
	for i := range t.used {
		t.order = append(t.order, i)
	}
	slices.SortStableFunc(t.order, func(a, b int) int { return int(max(t.used[a], t.now) - max(t.used[b], t.now)) })
	return t.order
}

// Took notes that a job had a turn.
func (t *Turns) Took(job int, time time.Duration) {
	t.now = max(t.used[job], t.now)
	t.used[job] = t.now + max(time, 1)
}

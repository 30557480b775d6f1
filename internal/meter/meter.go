// Package meter accounts for the processor time that the inspector takes from a game, and tells each of its parts how much it
// may take: all parts together a fixed share of what the process uses. It knows nothing of the inspector's work.
package meter

import (
	"sync"
	"time"
)

// Part is a part of the inspector's work.
type Part uint8

// The parts. Asking is what a person waits for, such as forks and downloads: it is counted, but not limited.
const (
	Frame     Part = iota // between the game's frames
	Saving                // checkpoints
	Recording             // within agents' ticks
	Serving               // updates of pages and answers to their requests
	Asking
	Parts
)

const (
	// whole is the share of the process's processor time that all limited parts take together. What is not measured, such as
	// more work for caches and the garbage collector, is to stay below 5 % with it.
	whole = 0.035
	// frameMost limits the share of time between frames, since the game waits meanwhile.
	frameMost = 0.03
	// least is what a part may take even if others have taken everything: it must not stand still.
	least = 0.004
	// window is the time over which use is averaged, and fresh that after which it is worked out again.
	window = 2 * time.Second
	fresh  = 100 * time.Millisecond
	// Saved credit is limited in both directions: after a long pause there is no flood, and after a long job the next turn
	// comes within seconds.
	mostCredit = 20 * time.Millisecond
	mostDebt   = 40 * time.Millisecond
)

// Meter is safe for concurrent use.
type Meter struct {
	now func() time.Time
	cpu func() (time.Duration, bool) // of the process so far; false if unknown

	mu      sync.Mutex
	spent   [Parts]time.Duration // since last
	rates   [Parts]float64       // processors that are only estimated, besides
	use     [Parts]float64       // processors, lately
	process float64              // processors that the whole process uses, lately
	last    time.Time
	lastCPU time.Duration
	credit  time.Duration // of Serving
	paid    time.Time     // when credit was last added
}

// New makes a meter. now is a clock, nil for the real one.
func New(now func() time.Time) *Meter {
	if now == nil {
		now = time.Now
	}
	m := &Meter{now: now, cpu: processorTime}
	m.last, m.paid = m.now(), m.now()
	m.lastCPU, _ = m.cpu()
	return m
}

// Spend accounts for work that has been done.
func (m *Meter) Spend(p Part, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spent[p] += took
	if p == Serving {
		m.earn()
		m.credit = max(m.credit-took, -mostDebt)
	}
}

// Done accounts for work that has ended, and returns what it took.
func (m *Meter) Done(p Part, w Work) (took time.Duration) {
	took = w.End(0)
	m.Spend(p, took)
	return took
}

// base is the number of processors of which the parts take their share: those that the process uses, and at least one, since a
// process that uses less leaves some idle.
func (m *Meter) base() float64 { return max(m.process, 1) }

// Estimate accounts for work that cannot be measured, as the number of processors that it keeps busy from now on.
func (m *Meter) Estimate(p Part, processors float64) {
	m.mu.Lock()
	m.rates[p] = processors
	m.mu.Unlock()
}

// Share is the share of real time that a part may take, for Serving the number of processors.
func (m *Meter) Share(p Part) float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.share(p)
}

// share is Share with the lock held. Frame and Serving get half each of what the other parts leave over, and what the other
// of them does not take.
func (m *Meter) share(p Part) float64 {
	m.update()
	rest := whole*m.base() - m.use[Saving] - m.use[Recording]
	other := m.use[Serving]
	if p == Serving {
		other = m.use[Frame]
	}
	share := max(least, rest/2, rest-other)
	if p == Frame {
		share = min(share, frameMost)
	}
	return min(share, 0.5)
}

// Rest is how long Serving has to wait until it may go on.
func (m *Meter) Rest() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.earn()
	if m.credit >= 0 {
		return 0
	}
	return time.Duration(float64(-m.credit) / m.share(Serving))
}

// earn adds the credit for the time since the last call. The lock is held.
func (m *Meter) earn() {
	now := m.now()
	gap := min(max(now.Sub(m.paid), 0), 10*time.Second)
	m.paid = now
	m.credit = min(m.credit+time.Duration(float64(gap)*m.share(Serving)), mostCredit)
}

// Used is the share of the process's processor time that each part took lately, or of one processor if the process uses less.
func (m *Meter) Used() (parts [Parts]float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.update()
	for i := range parts {
		parts[i] = m.use[i] / m.base()
	}
	return parts
}

// update works out what was used lately. The lock is held.
func (m *Meter) update() {
	now := m.now()
	gap := now.Sub(m.last)
	if gap < fresh {
		if gap < 0 { // the clock was set back
			m.last = now
		}
		return
	}
	weight := min(gap.Seconds()/window.Seconds(), 1)
	average := func(to *float64, value float64) { *to += (value - *to) * weight }
	for i := range m.use {
		average(&m.use[i], m.rates[i]+m.spent[i].Seconds()/gap.Seconds())
		m.spent[i] = 0
	}
	if cpu, ok := m.cpu(); ok {
		average(&m.process, (cpu-m.lastCPU).Seconds()/gap.Seconds())
		m.lastCPU = cpu
	}
	m.last = now
}

package inspect

import "time"

// burst limits the saved credit: how long Frame may hold up the game at once. A single step that takes longer is done
// when the whole burst is saved, and paid back afterwards.
const burst = 4 * time.Millisecond

// longest limits the time between two frames that counts: a game that was stopped in a debugger earns nothing.
const longest = 250 * time.Millisecond

// budget is the time that Frame may spend. Time between frames earns credit, work costs it.
type budget struct {
	share  float64       // of the time between frames that it earns
	credit time.Duration // may be negative: then nothing is done until it is earned back
	ended  time.Time     // the last work; zero before the first
	now    func() time.Time
}

// begin adds the credit for the time since the last end.
func (b *budget) begin() time.Time {
	now := b.now()
	if !b.ended.IsZero() {
		gap := min(max(now.Sub(b.ended), 0), longest)
		b.credit = min(b.credit+time.Duration(float64(gap)*b.share), burst)
	}
	return now
}

// end charges the time since begin and returns it.
func (b *budget) end(began time.Time) time.Duration {
	now := b.now()
	took := now.Sub(began)
	b.credit -= took
	b.ended = now
	return took
}

// forgive returns time that another budget accounts for.
func (b *budget) forgive(took time.Duration) { b.credit += took }

// job is a kind of work and the time it takes.
type job struct {
	takes   time.Duration // estimated: falls slowly, rises at once
	last    time.Time     // zero for never
	frame   uint64        // of what: the world's frame, and of what no frame tells
	changes int
	again   bool // it is to be done though nothing has changed
}

// rested reports whether enough time has passed since a job's last run: it takes a hundredth of the time at most.
func (j *job) rested(every time.Duration, now time.Time) bool {
	return now.Sub(j.last) >= max(every, 100*j.takes)
}

// due reports whether a job has new input and its last run was long enough ago.
func (j *job) due(every time.Duration, now time.Time, frame uint64, changes int) bool {
	return j.again || now.Sub(j.last) >= every && (frame != j.frame || changes != j.changes)
}

// affords reports whether there is time for a job, counting the time spent since began.
func (b *budget) affords(j *job, began time.Time) bool {
	left := b.credit - b.now().Sub(began)
	return left > 0 && left >= min(j.takes, burst*3/4)
}

// done notes how long a job took, and its input.
func (j *job) done(from, now time.Time, frame uint64, changes int) {
	took := now.Sub(from)
	j.last, j.frame, j.changes, j.again = now, frame, changes, false
	if took > j.takes {
		j.takes = took
		return
	}
	j.takes -= (j.takes - took) / 4
}

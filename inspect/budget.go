package inspect

import "time"

// share is how much of the game's time Frame takes at most. It is less than the 5 % it promises, as what is put off its
// own measure (a call, caches) costs as well.
const share = 0.04

// burst is the most that Frame saves up of its share while nobody asks for anything: how long the game may be held up at
// once. A single piece of work that takes longer is done when all of it is saved, and paid for afterwards.
const burst = 4 * time.Millisecond

// longest is the longest time between two frames that counts: a game that stood in a debugger owes nothing.
const longest = 250 * time.Millisecond

// budget is what Frame may spend. Time between frames earns credit, work costs it.
type budget struct {
	credit time.Duration // may be below 0: then nothing is done until it is earned back
	ended  time.Time     // the last work; zero before the first
	spent  float64       // share of the time that was taken, lately
	now    func() time.Time
}

// begin earns what the game has run since the last end.
func (b *budget) begin() time.Time {
	now := b.now()
	if !b.ended.IsZero() {
		gap := min(max(now.Sub(b.ended), 0), longest)
		b.credit = min(b.credit+time.Duration(float64(gap)*share), burst)
	}
	return now
}

// end pays for what was done since begin, and returns how long it took.
func (b *budget) end(began time.Time) time.Duration {
	now := b.now()
	took := now.Sub(began)
	b.credit -= took
	if !b.ended.IsZero() {
		if all := now.Sub(b.ended); all > 0 {
			weight := min(all.Seconds(), 1) // an average over about a second
			b.spent += (float64(took)/float64(all) - b.spent) * weight
		}
	}
	b.ended = now
	return took
}

// forgive gives back what was spent on something that has a share of its own.
func (b *budget) forgive(took time.Duration) { b.credit += took }

// job is a kind of work with what it takes.
type job struct {
	takes   time.Duration // as a rule: falls slowly, rises at once
	last    time.Time     // when it was done; zero for never
	frame   uint64        // of what: the world's frame, and of what no frame tells
	changes int
	again   bool // it is to be done though nothing has changed
}

// rested reports whether it is time for a job again. One that takes long is done less often: it takes a hundredth of the
// time at most.
func (j *job) rested(every time.Duration, now time.Time) bool {
	return now.Sub(j.last) >= max(every, 100*j.takes)
}

// due reports whether a job has something new to do and was not done just now.
func (j *job) due(every time.Duration, now time.Time, frame uint64, changes int) bool {
	return j.again || now.Sub(j.last) >= every && (frame != j.frame || changes != j.changes)
}

// affords reports whether there is time for a job: what has been spent since began counts.
func (b *budget) affords(j *job, began time.Time) bool {
	left := b.credit - b.now().Sub(began)
	return left > 0 && left >= min(j.takes, burst*3/4)
}

// done notes what a job took, and of what it was.
func (j *job) done(from, now time.Time, frame uint64, changes int) {
	took := now.Sub(from)
	j.last, j.frame, j.changes, j.again = now, frame, changes, false
	if took > j.takes {
		j.takes = took
		return
	}
	j.takes -= (j.takes - took) / 4
}

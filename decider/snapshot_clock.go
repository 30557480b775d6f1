package decider

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/world"
)

// clock is what an agent knows of time between ticks, and of its last tick.
type clock struct {
	now         float64 // the world's time or, without a world, that of the last tick
	time        float64 // runner.time
	tick        uint32
	drawnIn     uint32
	draws       uint32
	flags       DecisionFlags
	dt          float64
	shift       float64 // of a Rebase
	neverTicked bool
}

func (r *runner[A]) clockNow() *clock {
	k := &clock{
		now: r.toldTime(), time: r.time, tick: r.tickCount, drawnIn: r.drawnIn, draws: r.draws, flags: r.flags, dt: r.context.DT,
		neverTicked: r.time == -math.MaxFloat64,
	}
	if r.world != nil {
		k.now = r.world.Time()
	}
	return k
}

// wind makes the runner know the time.
func (r *runner[A]) wind(k *clock) {
	r.time, r.tickCount, r.drawnIn, r.draws, r.flags = k.time, k.tick, k.drawnIn, k.draws, k.flags
	c := &r.context
	c.DT, c.DecisionFlags, c.Time = k.dt, k.flags, r.toldTime()
	r.dt = k.dt
}

func (k *clock) write(w *snapshot.Writer) {
	w.Float(k.now)
	w.Float(k.time)
	w.Uint(uint64(k.tick))
	w.Uint(uint64(k.drawnIn))
	w.Uint(uint64(k.draws))
	w.Uint(uint64(k.flags))
	w.Float(k.dt)
}

func readClock(r *snapshot.Reader) *clock {
	const numbers = 1 << 32
	k := &clock{
		now: r.Float(), time: r.Float(), tick: uint32(r.Below(numbers, "a tick")), drawnIn: uint32(r.Below(numbers, "a tick")),
		draws: uint32(r.Below(numbers, "a count of draws")), flags: DecisionFlags(r.Uint()), dt: r.Float(),
	}
	k.neverTicked = k.time == -math.MaxFloat64
	if !finite(k.now) || !finite(k.time) || !(k.dt >= 0 && finite(k.dt)) || !k.neverTicked && k.time > k.now {
		r.Fail("its clock is wrong: %v, %v, %v", k.now, k.time, k.dt)
	}
	return k
}

// fit makes the clock one of the world's.
func (k *clock) fit(w *world.World, rebase bool, now float64) error {
	if w != nil {
		now = w.Time()
	}
	switch {
	case !rebase && w != nil && k.now > now:
		return fmt.Errorf("%w: %v, and the world's is %v; advance it, or use Rebase", ErrClock, k.now, now)
	case !rebase:
		return nil
	case !finite(now):
		return fmt.Errorf("%w: Now is %v; it must be finite", ErrTime, now)
	}
	k.shift = now - k.now
	k.now = now
	if !k.neverTicked {
		k.time += k.shift
	}
	if !finite(k.shift) || !finite(k.time) {
		return fmt.Errorf("%w: %v cannot become %v", ErrClock, k.now, now)
	}
	return nil
}

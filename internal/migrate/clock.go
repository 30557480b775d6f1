package migrate

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// savedClock is the time of an agent between ticks and the input of its last tick.
type savedClock struct {
	tick.Clock
	world       float64 // the world's time or, without a world, that of the last tick
	flags       declaration.DecisionFlags
	shift       float64 // of a Rebase
	neverTicked bool
}

// clockNow returns the clock of an agent.
func clockNow(r *tick.Runner) *savedClock {
	k := &savedClock{Clock: r.Clock, world: r.ToldTime(), flags: r.Flags, neverTicked: r.Time == -math.MaxFloat64}
	k.Dt = r.Context.DT
	if w := r.Context.World; w != nil {
		k.world = w.Time()
	}
	return k
}

// setClock sets the time of a runner.
func setClock(r *tick.Runner, k *savedClock) {
	r.Clock, r.Flags = k.Clock, k.flags
	c := r.Context
	c.DT, c.DecisionFlags, c.Time = k.Dt, uint64(k.flags), r.ToldTime()
}

func (k *savedClock) write(w *snapshot.Writer) {
	w.Float(k.world)
	w.Float(k.Time)
	w.Uint(uint64(k.Ticks))
	w.Uint(uint64(k.DrawnIn))
	w.Uint(uint64(k.Draws))
	w.Uint(uint64(k.flags))
	w.Float(k.Dt)
}

func readClock(r *snapshot.Reader) *savedClock {
	const numbers = 1 << 32
	k := &savedClock{world: r.Float()}
	k.Time, k.Ticks, k.DrawnIn = r.Float(), uint32(r.Below(numbers, "a tick")), uint32(r.Below(numbers, "a tick"))
	k.Draws, k.flags, k.Dt = uint32(r.Below(numbers, "a count of draws")), declaration.DecisionFlags(r.Uint()), r.Float()
	k.neverTicked = k.Time == -math.MaxFloat64
	if !tick.Finite(k.world) || !tick.Finite(k.Time) || !(k.Dt >= 0 && tick.Finite(k.Dt)) || !k.neverTicked && k.Time > k.world {
		r.Fail("its clock is wrong: %v, %v, %v", k.world, k.Time, k.Dt)
	}
	return k
}

// fit moves the clock to the world's time.
func (k *savedClock) fit(w *world.World, rebase bool, now float64) error {
	if w != nil {
		now = w.Time()
	}
	switch {
	case !rebase && w != nil && k.world > now:
		return fmt.Errorf("%w: %v, and the world's is %v; advance it, or use Rebase", refusal.ErrClock, k.world, now)
	case !rebase:
		return nil
	case !tick.Finite(now):
		return fmt.Errorf("%w: Now is %v; it must be finite", refusal.ErrTime, now)
	}
	k.shift = now - k.world
	k.world = now
	if !k.neverTicked {
		k.Time += k.shift
	}
	if !tick.Finite(k.shift) || !tick.Finite(k.Time) {
		return fmt.Errorf("%w: %v cannot become %v", refusal.ErrClock, k.world, now)
	}
	return nil
}

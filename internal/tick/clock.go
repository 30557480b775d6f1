package tick

import "math"

// Clock is an agent's time, in seconds.
type Clock struct {
	Time    float64 // of the last tick; -math.MaxFloat64 before the first
	Dt      float64 // of the tick
	Wake    float64 // the earliest time at which something that was not due in this tick becomes due
	Ticks   uint32  // number of ticks; in a crowd the world's frame
	DrawnIn uint32  // the tick of the last random draw
	Draws   uint32  // number of draws in that tick
}

// StartClock resets the clock: any finite time may be the next.
func (c *Clock) StartClock() { *c = Clock{Time: -math.MaxFloat64, Dt: c.Dt} }

// Now returns the tick's time.
func (c *Clock) Now() float64 { return c.Time }

// ToldTime returns the time in events and errors: 0 before the first tick.
func (c *Clock) ToldTime() float64 {
	if c.Time == -math.MaxFloat64 {
		return 0
	}
	return c.Time
}

// before reports whether due is later than now. If so, it lowers Wake, so that a sleeping agent of a crowd is woken.
func (c *Clock) before(due float64) bool {
	if c.Time >= due {
		return false
	}
	c.Wake = min(c.Wake, due)
	return true
}

// stamp returns the tick's number as a repetition stores it: odd, because 0 means rest, and a crowd may tick in frame 0.
func (c *Clock) stamp() uint32 { return c.Ticks<<1 | 1 }

// nextDraw returns the number of the next random draw of this tick.
func (c *Clock) nextDraw() uint32 {
	if c.DrawnIn != c.Ticks {
		c.DrawnIn, c.Draws = c.Ticks, 0
	}
	c.Draws++
	return c.Draws - 1
}

package tick

import "math"

// clock is what time it is for an agent. Times are in seconds.
type Clock struct {
	Time    float64 // of the last tick; the least number before the first
	Dt      float64 // of the tick
	Wake    float64 // the earliest time at which something that was not due in this tick will be
	Ticks   uint32  // so far; in a crowd the world's frame
	DrawnIn uint32  // the tick of the last random draw
	Draws   uint32  // made in that tick
}

// startClock forgets what time it is: any finite time may be the next.
func (c *Clock) StartClock() { *c = Clock{Time: -math.MaxFloat64, Dt: c.Dt} }

// now is the tick's time.
func (c *Clock) Now() float64 { return c.Time }

// toldTime is the time that events and errors tell: 0 before the first tick.
func (c *Clock) ToldTime() float64 {
	if c.Time == -math.MaxFloat64 {
		return 0
	}
	return c.Time
}

// before reports whether a time has not come yet, and notes it: an agent of a crowd that sleeps is woken then.
func (c *Clock) before(due float64) bool {
	if c.Time >= due {
		return false
	}
	c.Wake = min(c.Wake, due)
	return true
}

// stamp is the tick's number as a repetition notes it: never 0.
func (c *Clock) stamp() uint32 { return max(c.Ticks, 1) }

// nextDraw is the number of the next random draw of this tick.
func (c *Clock) nextDraw() uint32 {
	if c.DrawnIn != c.Ticks {
		c.DrawnIn, c.Draws = c.Ticks, 0
	}
	c.Draws++
	return c.Draws - 1
}

package sim

import "fmt"

// Times of the day, in seconds of simulation.
const (
	dayLength = 100.0
	sunset    = 60.0 // after sunrise
	twilight  = 6.0  // how long it takes to grow light or dark
	morning   = 15.0 // when simulations begin
)

// Day is a time of day.
type Day struct {
	Number int
	Light  float64 // 0 to 1

	since float64 // sunrise, in seconds
}

func dayAt(seconds float64) Day {
	seconds += morning
	n := int(seconds / dayLength)
	d := Day{Number: n + 1, since: seconds - float64(float64(n)*dayLength)}
	switch {
	case d.since < twilight:
		d.Light = d.since / twilight
	case d.since < sunset:
		d.Light = 1
	case d.since < sunset+twilight:
		d.Light = 1 - (d.since-sunset)/twilight
	}
	return d
}

// Night reports whether it is dark.
func (d Day) Night() bool { return d.Light < 0.35 }

// Clock returns the time of day as text: the sun rises at 06:00 and sets at 20:00.
func (d Day) Clock() string {
	h := 6 + float64(14*d.since)/sunset
	if d.since > sunset {
		h = 20 + float64(10*(d.since-sunset))/(dayLength-sunset)
	}
	minutes := int(60*h) % (24 * 60)
	return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)
}

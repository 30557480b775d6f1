package nest

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Vec is a place on the ground, or a way across it, in metres.
type Vec struct{ X, Y float64 }

// Products are wrapped in float64(…) throughout the demo: the language then forbids fusing them with a sum,
// which some machines would do and others not, and the same seed gives the same bytes everywhere.

// Add returns v + w.
func (v Vec) Add(w Vec) Vec { return Vec{v.X + w.X, v.Y + w.Y} }

// Sub returns v - w.
func (v Vec) Sub(w Vec) Vec { return Vec{v.X - w.X, v.Y - w.Y} }

// Times returns v, f times as long.
func (v Vec) Times(f float64) Vec { return Vec{float64(v.X * f), float64(v.Y * f)} }

// Dot is the scalar product.
func (v Vec) Dot(w Vec) float64 { return float64(v.X*w.X) + float64(v.Y*w.Y) }

// Len is v's length.
func (v Vec) Len() float64 { return math.Sqrt(v.Dot(v)) }

// Dist is how far w is from v.
func (v Vec) Dist(w Vec) float64 { return w.Sub(v).Len() }

// Unit returns v's direction, one metre long; zero for a v of no length.
func (v Vec) Unit() Vec {
	l := v.Len()
	if l == 0 {
		return Vec{}
	}
	return Vec{v.X / l, v.Y / l}
}

// Turned returns v turned by a quarter.
func (v Vec) Turned() Vec { return Vec{-v.Y, v.X} }

// String is how a debug output shows a place.
func (v Vec) String() string { return fmt.Sprintf("%.1f %.1f", v.X, v.Y) }

// MarshalBinary and UnmarshalBinary save and load a place to the last bit, a negative zero too.
func (v Vec) MarshalBinary() ([]byte, error) {
	return binary.Append(nil, binary.LittleEndian, [2]float64{v.X, v.Y})
}

func (v *Vec) UnmarshalBinary(data []byte) error {
	var xy [2]float64
	if _, err := binary.Decode(data, binary.LittleEndian, &xy); err != nil {
		return fmt.Errorf("nest: no place: %w", err)
	}
	v.X, v.Y = xy[0], xy[1]
	return nil
}

// Within returns v, or the nearest place to it inside a field of this size that keeps a metre from the edge.
func (v Vec) Within(size Vec) Vec {
	return Vec{min(max(v.X, 1), size.X-1), min(max(v.Y, 1), size.Y-1)}
}

package declaration_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/declaration"
)

// A check is the conjunction of its four parts, each of which is no condition while it is zero.
func TestCheck(t *testing.T) {
	const masks = 1 << 3 // of three flags
	for i := range declaration.DecisionFlags(masks * masks * masks * masks) {
		c := declaration.Check{All: i % masks, Any: i / masks % masks, None: i / masks / masks % masks, NotAll: i / masks / masks / masks}
		assert.Equal(t, i == 0, c.IsZero())
		for flags := range declaration.DecisionFlags(masks) {
			var set, clear [4]int // how many flags of each part are
			for bit := declaration.DecisionFlags(1); bit < masks; bit <<= 1 {
				for k, part := range []declaration.DecisionFlags{c.All, c.Any, c.None, c.NotAll} {
					switch {
					case part&bit == 0:
					case flags&bit != 0:
						set[k]++
					default:
						clear[k]++
					}
				}
			}
			want := clear[0] == 0 && (c.Any == 0 || set[1] > 0) && set[2] == 0 && (c.NotAll == 0 || clear[3] > 0)
			if c.Passes(flags) != want {
				t.Errorf("%+v passes %b: %v", c, flags, !want)
			}
		}
	}
}

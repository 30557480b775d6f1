package blackboard_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

type (
	mood   uint8
	weight float32
	pack   struct{ Size int }
	touchy struct{ at *int }
)

func (m mood) String() string   { return [...]string{"calm", "angry"}[m] }
func (p *pack) String() string  { return "a pack" }
func (t touchy) String() string { return string(rune(*t.at)) }
func textOf[T any](v T) string {
	key := blackboard.Key[T]{Name: "key"}
	tree := decider.MustInitializeTreeData(root(decider.Keys{&key}, leaf("EAT")))
	m := tree.NewMemory(nil, 1)
	*key.Of(m) = v
	value, _ := m.ValueAt(0)
	return string(value.AppendText(nil))
}

// Values show as people would write them, whatever their type, and a String method that panics is contained.
func TestTextOfValues(t *testing.T) {
	n := 7
	assert.Equal(t, "true", textOf(true))
	assert.Equal(t, "-128", textOf(int8(-128)))
	assert.Equal(t, "18446744073709551615", textOf(uint64(math.MaxUint64)))
	assert.Equal(t, "0.8", textOf(float32(0.8)))
	assert.Equal(t, "0.1", textOf(weight(0.1)))
	assert.Equal(t, "NaN", textOf(math.NaN()))
	assert.Equal(t, "1e+300", textOf(1e300))
	assert.Equal(t, `"two\nlines"`, textOf("two\nlines"))
	assert.Equal(t, "angry", textOf(mood(1)))
	assert.Equal(t, "1.5s", textOf(1500*time.Millisecond))
	assert.Equal(t, "a pack", textOf(pack{}))
	assert.Equal(t, "{X:1 Y:2}", textOf(point{1, 2}))
	assert.Equal(t, "[{X:1 Y:2}]", textOf([]point{{1, 2}}))
	assert.Equal(t, "&{X:1 Y:2}", textOf(&point{1, 2}))
	assert.Equal(t, "<nil>", textOf[*int](nil))
	assert.Equal(t, "<nil>", textOf[any](nil))
	assert.Equal(t, "lost", textOf(errors.New("lost")))
	assert.Equal(t, "map[a:1]", textOf(map[string]int{"a": 1}))
	assert.Equal(t, "{}", textOf(struct{}{}))
	assert.Equal(t, "\a", textOf(touchy{&n}))
	assert.Contains(t, textOf(touchy{}), "PANIC=String method")
	assert.Contains(t, textOf(mood(9)), "PANIC=String method")
}

package stimuli_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/decidertree/decidertree/stimuli"
)

// token is a stimulus in the model.
type token struct {
	kind stimuli.StimuliFlags
	due  float64
	data int
}

// model is a Set written for reading: a list, oldest first.
type model struct {
	now      float64
	capacity int
	tokens   []token
}

func (m *model) add(k token) (dropped *token) {
	if len(m.tokens) == m.capacity {
		nearest := slices.IndexFunc(m.tokens, func(other token) bool {
			return other.due == slices.MinFunc(m.tokens, func(a, b token) int {
				switch {
				case a.due < b.due:
					return -1
				case a.due > b.due:
					return 1
				}
				return 0
			}).due
		})
		if k.due < m.tokens[nearest].due {
			return &k
		}
		d := m.tokens[nearest]
		dropped = &d
		m.tokens = slices.Delete(m.tokens, nearest, nearest+1)
	}
	m.tokens = append(m.tokens, k)
	return dropped
}

func (m *model) flags() (flags stimuli.StimuliFlags) {
	for _, k := range m.tokens {
		flags |= k.kind
	}
	return flags
}

// Any row of operations leaves a Set and the model with the same contents.
func TestSetAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity := rapid.IntRange(0, 9).Draw(t, "capacity")
		set, m := stimuli.NewSet(capacity), &model{capacity: max(capacity, 4)}
		kind := rapid.Map(rapid.SampledFrom([]int{0, 1, 2, 63}), func(i int) stimuli.StimuliFlags { return 1 << i })
		// Multiples of 1/4 are exact, so that ends coincide.
		seconds := rapid.Map(rapid.IntRange(0, 12), func(i int) float64 { return float64(i) / 4 })
		n := 0
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				n++
				k := token{kind: kind.Draw(t, "kind"), data: n}
				s := seconds.Draw(t, "seconds")
				k.due = m.now + s
				dropped := m.add(k)
				err := set.Add(stimuli.Kind[int](k.kind).New(n, s))
				if (err != nil) != (dropped != nil) {
					t.Fatalf("error %v, but the model dropped %v", err, dropped)
				}
				if e, ok := err.(*stimuli.OverflowError); ok {
					if e.Dropped.Kind() != dropped.kind || e.Dropped.Seconds() != dropped.due-m.now {
						t.Fatalf("dropped %v, the model %v", e.Dropped, dropped)
					}
				}
			},
			"renew": func(t *rapid.T) {
				n++
				k := token{kind: kind.Draw(t, "kind"), due: m.now, data: n}
				m.tokens = slices.DeleteFunc(m.tokens, func(other token) bool { return other.kind == k.kind })
				dropped := m.add(k)
				if err := set.Renew(stimuli.Kind[int](k.kind).New(n, 0)); (err != nil) != (dropped != nil) {
					t.Fatalf("error %v, but the model dropped %v", err, dropped)
				}
			},
			"remove": func(t *rapid.T) {
				kinds := kind.Draw(t, "kind") | kind.Draw(t, "other")
				set.Remove(kinds)
				m.tokens = slices.DeleteFunc(m.tokens, func(k token) bool { return k.kind&kinds != 0 })
			},
			"update": func(t *rapid.T) {
				dt := seconds.Draw(t, "dt")
				m.now += dt
				m.tokens = slices.DeleteFunc(m.tokens, func(k token) bool { return m.now >= k.due })
				if got := set.Update(dt); got != m.flags() {
					t.Fatalf("Update returned %b, want %b", got, m.flags())
				}
			},
			"": func(t *rapid.T) {
				if set.Flags() != m.flags() || set.Len() != len(m.tokens) || set.Cap() != m.capacity {
					t.Fatalf("flags %b, length %d, want %b, %d", set.Flags(), set.Len(), m.flags(), len(m.tokens))
				}
				for i := range 64 {
					k := stimuli.Kind[int](1 << i)
					var want []int
					for _, t := range slices.Backward(m.tokens) {
						if t.kind == stimuli.StimuliFlags(k) {
							want = append(want, t.data)
						}
					}
					if got := slices.Collect(k.All(set)); !slices.Equal(got, want) {
						t.Fatalf("kind %d holds %v, want %v", i, got, want)
					}
				}
			},
		})
	})
}

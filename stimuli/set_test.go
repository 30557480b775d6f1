package stimuli_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/stimuli"
)

const (
	hit stimuli.StimuliFlags = 1 << iota
	called
	smelled
)

const last stimuli.StimuliFlags = 1 << 63

type blow struct {
	From   int32
	Damage float32
	At     [2]float64
}

const (
	hits  = stimuli.Kind[blow](hit)
	calls = stimuli.Kind[int](called)
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		check stimuli.Check
		flags stimuli.StimuliFlags
		want  bool
	}{
		{stimuli.Check{}, 0, true},
		{stimuli.Check{}, math.MaxUint64, true},
		{stimuli.Check{All: 3}, 3, true},
		{stimuli.Check{All: 3}, 7, true},
		{stimuli.Check{All: 3}, 1, false},
		{stimuli.Check{Any: 6}, 4, true},
		{stimuli.Check{Any: 6}, 1, false},
		{stimuli.Check{None: 4}, 3, true},
		{stimuli.Check{None: 4}, 6, false},
		{stimuli.Check{All: 1, Any: 6, None: 8}, 3, true},
		{stimuli.Check{All: 1, Any: 6, None: 8}, 11, false},
		{stimuli.Check{NotAll: 6}, 0, true},
		{stimuli.Check{NotAll: 6}, 5, true},
		{stimuli.Check{NotAll: 6}, 6, false},
		{stimuli.Check{NotAll: 6}, 15, false},
		{stimuli.Check{NotAll: 4}, 3, true},
		{stimuli.Check{NotAll: 4}, 4, false},
		{stimuli.Check{All: 2, NotAll: 6}, 2, true},
		{stimuli.Check{All: 2, NotAll: 6}, 6, false},
	} {
		assert.Equal(t, c.want, c.check.Passes(c.flags), "%+v of %b", c.check, c.flags)
		assert.Equal(t, c.check == stimuli.Check{}, c.check.IsZero())
	}
}

func TestBadStimuli(t *testing.T) {
	type pointy struct{ P *int }
	type large struct{ X [25]byte }
	for name, c := range map[string]struct {
		made stimuli.Stimulus
		want error
	}{
		"zero Stimulus":        {stimuli.Stimulus{}, stimuli.ErrKind},
		"no kind":              {stimuli.Note(0, 1), stimuli.ErrKind},
		"two kinds":            {stimuli.Note(hit|called, 1), stimuli.ErrKind},
		"two kinds, data":      {stimuli.Kind[int](hit|called).New(1, 1), stimuli.ErrKind},
		"negative seconds":     {stimuli.Note(hit, -0.1), stimuli.ErrSeconds},
		"NaN seconds":          {stimuli.Note(hit, math.NaN()), stimuli.ErrSeconds},
		"pointer":              {stimuli.Kind[pointy](hit).New(pointy{}, 1), stimuli.ErrData},
		"string":               {stimuli.Kind[string](hit).New("", 1), stimuli.ErrData},
		"slice":                {stimuli.Kind[[]int](hit).New(nil, 1), stimuli.ErrData},
		"array of pointers":    {stimuli.Kind[[1]*int](hit).New([1]*int{}, 1), stimuli.ErrData},
		"25 bytes":             {stimuli.Kind[large](hit).New(large{}, 1), stimuli.ErrData},
		"interface":            {stimuli.Kind[any](hit).New(nil, 1), stimuli.ErrData},
		"function":             {stimuli.Kind[func()](hit).New(nil, 1), stimuli.ErrData},
		"channel":              {stimuli.Kind[chan int](hit).New(nil, 1), stimuli.ErrData},
		"map":                  {stimuli.Kind[map[int]int](hit).New(nil, 1), stimuli.ErrData},
		"array of no pointers": {stimuli.Kind[[0]*int](hit).New([0]*int{}, 1), nil},
		"24 bytes":             {stimuli.Kind[[24]byte](hit).New([24]byte{}, 1), nil},
		"for ever":             {stimuli.Note(last, math.Inf(1)), nil},
	} {
		t.Run(name, func(t *testing.T) {
			set := stimuli.NewSet(0)
			require.NoError(t, set.Add(stimuli.Note(smelled, 1)))
			if c.want == nil {
				require.NoError(t, c.made.Err())
				require.NoError(t, set.Add(c.made))
				return
			}
			require.ErrorIs(t, c.made.Err(), c.want)
			require.ErrorIs(t, set.Add(c.made), c.want)
			assert.Equal(t, 1, set.Len(), "nothing has changed")
			assert.Equal(t, smelled, set.Flags())
		})
	}
}

func TestStimulusTellsWhatItWasMadeOf(t *testing.T) {
	s := hits.New(blow{}, 2.5)
	assert.Equal(t, hit, s.Kind())
	assert.InDelta(t, 2.5, s.Seconds(), 0)
}

func TestTypedData(t *testing.T) {
	var set stimuli.Set // the zero Set is usable
	want := blow{7, 1.5, [2]float64{3, 4}}
	require.NoError(t, set.Add(hits.New(blow{From: 1}, 9)))
	require.NoError(t, set.Add(hits.New(want, 9)))
	require.NoError(t, set.Add(calls.New(-1, 9)))
	got, ok := hits.Get(&set)
	assert.True(t, ok)
	assert.Equal(t, want, got, "the newest")
	var from []int32
	for b := range hits.All(&set) {
		from = append(from, b.From)
	}
	assert.Equal(t, []int32{7, 1}, from)
	for range hits.All(&set) {
		break // may stop early
	}
	n, ok := calls.Get(&set)
	assert.True(t, ok)
	assert.Equal(t, -1, n)

	// Another type under the same kind, and a note, are not taken for a blow.
	_, ok = stimuli.Kind[int](hit).Get(&set)
	assert.False(t, ok)
	set.Remove(hit)
	require.NoError(t, set.Add(stimuli.Note(hit, 1)))
	got, ok = hits.Get(&set)
	assert.False(t, ok)
	assert.Zero(t, got)
	_, ok = hits.Get(nil)
	assert.False(t, ok)
	assert.Empty(t, slices.Collect(hits.All(nil)))
	var none *stimuli.Set
	assert.Zero(t, none.Flags())
}

func TestTimeToLive(t *testing.T) {
	set := stimuli.NewSet(0)
	set.Update(10)
	require.NoError(t, set.Add(stimuli.Note(hit, 0)))
	require.NoError(t, set.Add(stimuli.Note(called, 0.5)))
	require.NoError(t, set.Add(stimuli.Note(smelled, math.Inf(1))))
	assert.Equal(t, hit|called|smelled, set.Flags(), "0 seconds last until the next Update")
	assert.Equal(t, called|smelled, set.Update(0), "of any length")
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		assert.Equal(t, called|smelled, set.Update(bad), "a bad dt changes nothing")
	}
	assert.Equal(t, called|smelled, set.Update(0.25))
	assert.Equal(t, smelled, set.Update(0.25), "due exactly now")
	assert.Equal(t, smelled, set.Update(1e300))
	set.Remove(hit | smelled)
	assert.Zero(t, set.Flags())
	assert.Zero(t, set.Len())
}

func TestRenew(t *testing.T) {
	set := stimuli.NewSet(0)
	for i := range 5 {
		require.NoError(t, set.Renew(calls.New(i, 1)))
		require.NoError(t, set.Renew(stimuli.Note(smelled, 1)))
	}
	assert.Equal(t, []int{4}, slices.Collect(calls.All(set)))
	assert.Equal(t, 2, set.Len())
	require.Error(t, set.Renew(stimuli.Note(called, -1)))
	assert.Equal(t, []int{4}, slices.Collect(calls.All(set)), "a bad one removes nothing")
}

func TestOverflow(t *testing.T) {
	assert.Equal(t, 4, stimuli.NewSet(-1).Cap())
	assert.Equal(t, 4, (&stimuli.Set{}).Cap())
	set := stimuli.NewSet(5)
	assert.Equal(t, 5, set.Cap())
	for i, seconds := range []float64{3, 1, 2, 1, 5} {
		require.NoError(t, set.Add(calls.New(i, seconds)))
	}
	set.Update(0.5)

	// The one nearest its end goes, of equals the oldest: number 1.
	err := set.Add(hits.New(blow{From: 9}, 4))
	require.ErrorIs(t, err, stimuli.ErrFull)
	var overflow *stimuli.OverflowError
	require.ErrorAs(t, err, &overflow)
	assert.Equal(t, 5, overflow.Capacity)
	assert.Equal(t, called, overflow.Dropped.Kind())
	assert.InDelta(t, 0.5, overflow.Dropped.Seconds(), 1e-15, "what it had left")
	assert.Equal(t, []int{4, 3, 2, 0}, slices.Collect(calls.All(set)))
	assert.Equal(t, "stimuli: set of 5 is full: dropped kind 0x2, the one nearest its end; give NewSet more room or shorter lives", err.Error())
	require.NoError(t, stimuli.NewSet(4).Add(overflow.Dropped), "it can be added elsewhere")

	// That may be the new one itself; everything else is kept.
	err = set.Add(stimuli.Note(smelled, 0.1))
	require.ErrorAs(t, err, &overflow)
	assert.Equal(t, smelled, overflow.Dropped.Kind())
	assert.Equal(t, hit|called, set.Flags())
	assert.Equal(t, 5, set.Len())
}

// The zero Set, and one of capacity 4, is a value that moves with its agent.
func TestSmallSetIsAValue(t *testing.T) {
	var a stimuli.Set
	require.NoError(t, a.Add(stimuli.Note(hit, 1)))
	b := a
	b.Remove(hit)
	assert.Equal(t, hit, a.Flags())
	assert.Zero(t, b.Flags())
}

func TestSetAllocatesNothing(t *testing.T) {
	set := stimuli.NewSet(8)
	got := testing.AllocsPerRun(100, func() {
		for i := range 8 {
			if err := set.Add(calls.New(i, float64(i))); err != nil {
				t.Error(err)
			}
		}
		if err := set.Add(hits.New(blow{}, 0)); err == nil {
			t.Error("not full")
		}
		if n, ok := calls.Get(set); !ok || n != 7 {
			t.Error(n)
		}
		sum := 0
		for n := range calls.All(set) {
			sum += n
		}
		set.Update(3)
		set.Remove(called | hit)
	})
	// The overflow's error is one; everything else takes none.
	assert.LessOrEqual(t, got, 1.0)
	got = testing.AllocsPerRun(100, func() {
		_ = set.Add(hits.New(blow{}, 1))
		_, _ = hits.Get(set)
		set.Update(0.5)
		set.Update(0.5)
	})
	assert.Zero(t, got)
}

package inspect

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/profile"
)

// A moment has what the game's profile says about each decider; without a profile nothing.
func TestMomentHasCosts(t *testing.T) {
	p := profile.New(profile.Options{Every: 1})
	i := inspect(t, 3, func(o *Options) { o.Profile = p })
	i.between(func() { require.NoError(t, i.crowd.Profile(p)) })
	require.Eventually(t, func() bool { return i.frames() > 20 }, 10*time.Second, time.Millisecond)
	m := get[wire.Moment](i, sprintf("/api/agent/%d", i.ids[0]))
	require.Len(t, m.Places, 5)
	share := 0.0
	for _, place := range m.Places {
		require.NotNil(t, place.Cost)
		share += place.Cost.Share
	}
	assert.InDelta(t, 1, share, 0.2, "of the time since they were read")
	graze := m.Places[4].Cost
	assert.Greater(t, graze.Ticked, int64(30))
	assert.Positive(t, graze.Running)

	i = inspect(t, 1)
	require.Eventually(t, func() bool { return i.frames() > 3 }, 10*time.Second, time.Millisecond)
	for _, place := range get[wire.Moment](i, sprintf("/api/agent/%d", i.ids[0])).Places {
		assert.Nil(t, place.Cost)
	}
}

package profile_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/profile"
)

// shop is an agent whose functions take time by a clock of their own.
type shop struct {
	now   time.Duration
	angry bool // a customer
}

type (
	shopDecider = decider.Decider[*shop]
	shoppers    = decider.Children[*shop]
	shopContext = behavior.Context[*shop]
)

func (s *shop) clock() time.Duration { return s.now }

// work is a behavior that takes so long each tick, and a tenth of it to begin and to end.
func work(name string, each time.Duration, end behavior.Status) *behavior.Behavior[*shop] {
	return &behavior.Behavior[*shop]{
		Name:       name,
		Activate:   func(c *shopContext) behavior.Status { c.Agent.now += each / 10; return behavior.Running },
		Tick:       func(c *shopContext) behavior.Status { c.Agent.now += each; return end },
		Deactivate: func(c *shopContext) { c.Agent.now += each / 10 },
	}
}

func shopTree() *shopDecider {
	return &shopDecider{Name: "SHOP", Children: shoppers{
		{Name: "CALM", Decide: func(c *shopContext) float64 {
			c.Agent.now += 3 * time.Microsecond
			return behavior.If(c.Agent.angry)
		}, Behavior: work("TALK", 500*time.Microsecond, behavior.Success)},
		{Name: "SERVE", Policy: decider.Sequence, Children: shoppers{
			{Name: "COUNT", Behavior: work("COUNT", 20*time.Microsecond, behavior.Success)},
			{Name: "SELL", Behavior: work("SELL", 100*time.Microsecond, behavior.Running)},
		}},
	}}
}

func open(t testing.TB, s *shop, o profile.Options) (*decider.Memory[*shop], *profile.Profile) {
	tree, err := decider.InitializeTreeData(shopTree())
	require.NoError(t, err)
	o.Clock = s.clock
	m, p := tree.NewMemory(nil, 1), profile.New(o)
	require.NoError(t, m.Profile(p))
	return m, p
}

func ticks(t testing.TB, m *decider.Memory[*shop], s *shop, from, to int) {
	for i := from; i < to; i++ {
		require.NoError(t, decider.TickBehaviorTree(m, s, decider.Input{Time: float64(i), DT: 1}))
	}
}

func TestText(t *testing.T) {
	s := &shop{}
	m, p := open(t, s, profile.Options{Every: 1})
	ticks(t, m, s, 0, 3)
	s.angry = true
	ticks(t, m, s, 3, 4)
	s.angry = false
	ticks(t, m, s, 4, 2000)
	var b bytes.Buffer
	require.NoError(t, p.WriteText(&b))
	assert.Equal(t, strings.TrimPrefix(`
2,000 ticks, 207 ms, 103 µs each
decider    asked  accepted  entered  ticked   asking  running   share
SHOP           0         0        1       0     0 ns     0 ns   0.0 %
  CALM     2,001         1        1       1  6.00 ms   600 µs   3.2 %
  SERVE        2         2        2       0     0 ns     0 ns   0.0 %
    COUNT      2         2        2       2     0 ns  48.0 µs   0.0 %
    SELL       2         2        2   2,000     0 ns   200 ms  96.8 %
`, "\n"), b.String(), "CALM was asked once more when it had ended, and was masked")

	b.Reset()
	require.NoError(t, p.WriteCSV(&b))
	lines, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Len(t, lines, 6)
	assert.Equal(t, []string{"tree", "place", "path", "decider", "asked", "accepted", "entered", "ticked", "asking_ns", "running_ns"}, lines[0])
	assert.Equal(t, []string{"SHOP", "1", "SHOP > CALM", "CALM", "2001", "1", "1", "1", "6000000", "600000"}, lines[2])
	assert.Equal(t, []string{"SHOP", "4", "SHOP > SERVE > SELL", "SELL", "2", "2", "2", "2000", "0", "200030000"}, lines[5])

	p.Reset()
	assert.Zero(t, p.Total())
	for _, r := range p.Rows() {
		assert.Zero(t, r.Asked+r.Ticked+int64(r.Running))
	}
}

// What is sampled is scaled up, and the first tick is.
func TestSamples(t *testing.T) {
	s := &shop{}
	m, p := open(t, s, profile.Options{Every: 10})
	ticks(t, m, s, 0, 1)
	assert.Equal(t, int64(1), p.Total().Sampled)
	ticks(t, m, s, 1, 10)
	assert.Equal(t, int64(1), p.Total().Sampled)
	ticks(t, m, s, 10, 100)
	total := p.Total()
	assert.Equal(t, int64(10), total.Sampled)
	assert.Equal(t, int64(100), total.Ticks)
	row := p.Rows()[4]
	assert.Equal(t, "SHOP > SERVE > SELL", row.Path)
	assert.Equal(t, int64(100), row.Ticked)
	assert.Equal(t, int64(10), row.Entered, "the first tick stands for ten")
	assert.Equal(t, 10100*time.Microsecond, row.Running, "with its Activate")
	var b strings.Builder
	require.NoError(t, p.WriteText(&b))
	assert.Contains(t, b.String(), "100 ticks, 10.6 ms, 106 µs each; estimated from 10 sampled ticks\n")
}

func TestStops(t *testing.T) {
	s := &shop{}
	m, p := open(t, s, profile.Options{Every: 1})
	ticks(t, m, s, 0, 5)
	require.NoError(t, m.Profile(nil))
	ticks(t, m, s, 5, 10)
	assert.Equal(t, int64(5), p.Total().Ticks)
	other := profile.New(profile.Options{Every: 1})
	require.NoError(t, m.Profile(other))
	ticks(t, m, s, 10, 12)
	assert.Equal(t, int64(5), p.Total().Ticks)
	assert.Equal(t, int64(2), other.Total().Ticks)
}

func TestErrors(t *testing.T) {
	p := profile.New(profile.Options{})
	var none *decider.Memory[*shop]
	assert.ErrorIs(t, none.Profile(p), decider.ErrNilMemory)
	m := decider.MustInitializeTreeData(shopTree()).NewMemory(nil, 1)
	require.NoError(t, m.Close())
	assert.ErrorIs(t, m.Profile(p), decider.ErrClosed)
	var again error
	m = decider.MustInitializeTreeData(&shopDecider{Name: "A", Children: shoppers{{Name: "B", Behavior: &behavior.Behavior[*shop]{Name: "B", Tick: func(*shopContext) behavior.Status {
		again = m.Profile(p)
		return behavior.Running
	}}}}}).NewMemory(nil, 1)
	ticks(t, m, &shop{}, 0, 1)
	assert.ErrorIs(t, again, decider.ErrReentrant)
	var b strings.Builder
	require.NoError(t, p.WriteText(&b))
	assert.Equal(t, "0 ticks\ndecider  asked  accepted  entered  ticked\n", b.String())
	assert.Error(t, p.WriteText(broken{}))
	assert.Error(t, p.WriteCSV(broken{}))
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("full") }

// A panic ends a sampled tick, which counts all the same.
func TestPanics(t *testing.T) {
	m := decider.MustInitializeTreeData(&shopDecider{Name: "A", Children: shoppers{{Name: "B", Behavior: &behavior.Behavior[*shop]{Name: "B", Tick: func(*shopContext) behavior.Status {
		panic("shut")
	}}}}}).NewMemory(nil, 1)
	p := profile.New(profile.Options{Every: 1})
	require.NoError(t, m.Profile(p))
	for i := range 3 {
		assert.ErrorIs(t, decider.TickBehaviorTree(m, &shop{}, decider.Input{Time: float64(i)}), decider.ErrPanic)
	}
	assert.Equal(t, int64(3), p.Rows()[1].Ticked)
	assert.GreaterOrEqual(t, p.Total().Ticks, int64(2))
}

package sim

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/world"
)

// runFor simulates a number of seconds.
func runFor(t testing.TB, s *Sim, seconds float64) {
	t.Helper()
	for range int(seconds / DT) {
		require.NoError(t, s.Step())
	}
}

// diary counts how often each decider became active, and the violations of the Subset Rule.
type diary struct {
	entered map[string]int
	broken  []string
}

func (d *diary) ObserveLevel(world.AgentID) event.Level { return 2 }

func (d *diary) Observe(e *event.Event) {
	switch e.Kind {
	case event.Entered, event.Jumped:
		d.entered[e.Decider.Name]++
	case event.Fired, event.Repeated, event.Pending, event.Plugged, event.Unplugged:
		d.entered[e.Kind.String()]++
	case event.SubsetRuleBroken:
		d.broken = append(d.broken, e.Decider.Name)
	}
}

// Every decider of the trees runs, and every feature of the simulation is used. With full trials rare ones get up to
// eight seeds, each ten minutes long.
func TestALongRunHasEverything(t *testing.T) {
	if trials.Race {
		t.Skip("one goroutine, and a long run: it runs without the race detector")
	}
	d := &diary{entered: map[string]int{}}
	var total Stats
	var missing []string
	for seed := range uint64(8) {
		s, err := New(Options{Seed: seed, Agents: 30, Watch: d})
		require.NoError(t, err)
		runFor(t, s, 600)
		grazers, hunters := s.Living()
		assert.Greater(t, grazers, 12, "seed %d: they hold out", seed)
		assert.Less(t, grazers, 70, "seed %d", seed)
		assert.LessOrEqual(t, hunters, 2)
		total.add(s.Stats)
		if missing = missingFrom(d, total); len(missing) == 0 || !trials.Full() {
			missing = nil
			break
		}
	}
	assert.Empty(t, missing)
	assert.Empty(t, d.broken, "Subset Rule")
}

func (s *Stats) add(o Stats) {
	s.Born += o.Born
	s.Laid += o.Laid
	s.Stolen += o.Stolen
	s.Bites += o.Bites
	s.Stored += o.Stored
	s.Dropped += o.Dropped
	s.Kicks += o.Kicks
	s.Eaten += o.Eaten
	for cause, n := range o.Died {
		s.Died[cause] += n
	}
}

// missingFrom lists what has not happened yet.
func missingFrom(d *diary, s Stats) (missing []string) {
	for what, n := range map[string]int{
		"birth": s.Born, "egg laid": s.Laid, "egg stolen": s.Stolen, "bite": s.Bites, "meal": int(s.Eaten),
		"load stored": s.Stored, "load dropped": s.Dropped, "kick": s.Kicks,
		"noise looked into": d.entered["Fired"], "round": d.entered["Repeated"], "toy taken up": d.entered["Plugged"],
		"toy put down": d.entered["Unplugged"], "waiting for a sleeper": d.entered["Pending"],
		"kill": s.Died[Killed], "starvation": s.Died[Starvation], "death of old age": s.Died[OldAge],
	} {
		if n == 0 {
			missing = append(missing, what)
		}
	}
	var visit func(*nest.Decider)
	visit = func(one *nest.Decider) {
		if d.entered[one.Name] == 0 {
			missing = append(missing, one.Name)
		}
		for _, child := range one.Children {
			visit(child)
		}
	}
	for _, root := range []*nest.Decider{&nest.Root, &nest.Hunter, &nest.Ball, &nest.Mushroom} {
		visit(root)
	}
	return missing
}

func TestSameSeedSameRun(t *testing.T) {
	record := func(seed uint64) string {
		var out bytes.Buffer
		s, err := New(Options{Seed: seed, Agents: 20, Watch: &debugprint.Output{Level: 2, W: &out}})
		require.NoError(t, err)
		runFor(t, s, 60)
		return out.String()
	}
	assert.Equal(t, record(7), record(7))
	assert.NotEqual(t, record(7), record(8))
}

func TestWatchingChangesNothing(t *testing.T) {
	end := func(watch event.Observer) nest.Body {
		s, err := New(Options{Seed: 3, Agents: 12, Watch: watch})
		require.NoError(t, err)
		runFor(t, s, 30)
		return s.Beings()[5].Body
	}
	assert.Equal(t, end(nil), end(&debugprint.Output{Level: 5, W: &bytes.Buffer{}}))
}

func TestFramesAllocateHardlyAnything(t *testing.T) {
	s, err := New(Options{Seed: 1, Agents: 200})
	require.NoError(t, err)
	runFor(t, s, 20)
	// Births, newcomers and cries allocate: the first two a creature, the last an iterator.
	perFrame := testing.AllocsPerRun(300, func() { require.NoError(t, s.Step()) })
	assert.Less(t, perFrame, 20.0)
}

func TestTheDeadGo(t *testing.T) {
	s, err := New(Options{Seed: 1, Agents: 4})
	require.NoError(t, err)
	b := s.Beings()[0]
	s.die(b.Creature, Killed)
	runFor(t, s, 1)
	assert.Equal(t, nest.Lying, b.Intent.Pose)
	require.NoError(t, s.World.Send(b.ID, hit()), "a corpse can be sent to")
	runFor(t, s, decay+1)
	_, found := s.Being(b.ID)
	assert.False(t, found)
	assert.Nil(t, land{s}.Find(b.ID))
	require.NoError(t, s.World.Send(b.ID, hit()))
	before := s.World.Stats().Undelivered
	runFor(t, s, 0.1)
	assert.Equal(t, before+1, s.World.Stats().Undelivered, "nobody hears it, and nothing breaks")
}

// On some machines the compiler fuses x*y + z, which rounds once instead of twice and so changes the run. Products here are
// written so that it must not; arm64 is a machine on which it would.
func TestNoProductIsFused(t *testing.T) {
	if !trials.More() {
		t.Skip("builds for another machine: DECIDERTREE_TRIALS=some")
	}
	build := exec.Command("go", "build", "-gcflags=-S", ".", "../nest")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "FMULD")
	for line := range strings.Lines(string(out)) {
		for _, fused := range []string{"FMADDD", "FMSUBD", "FNMADDD", "FNMSUBD"} {
			if strings.Contains(line, "\t"+fused+"\t") && strings.Contains(line, "/demo/") { // not in a crowd's code, which is compiled in here
				t.Errorf("%s", line)
			}
		}
	}
}

func TestDay(t *testing.T) {
	for seconds, want := range map[float64]string{0: "09:30", 45: "20:00", 85: "06:00"} {
		assert.Equal(t, want, dayAt(seconds).Clock(), "%v s", seconds)
	}
	assert.False(t, dayAt(0).Night())
	assert.True(t, dayAt(60).Night())
	assert.Equal(t, 2, dayAt(90).Number)
	assert.InDelta(t, 0.5, dayAt(sunset-morning+twilight/2).Light, 0.01)
}

func BenchmarkStep(b *testing.B) {
	for _, n := range []int{24, 2000, 20000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			s, err := New(Options{Seed: 1, Agents: n})
			require.NoError(b, err)
			runFor(b, s, 10)
			for b.Loop() {
				require.NoError(b, s.Step())
			}
		})
	}
}

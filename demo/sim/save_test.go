package sim

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/world"
)

// diaryOf runs for a number of seconds and returns all events and the final state.
func diaryOf(t *testing.T, s *Sim, seconds float64) string {
	var out bytes.Buffer
	require.NoError(t, s.Observe(&debugprint.Output{Level: 2, W: &out}))
	runFor(t, s, seconds)
	for _, b := range s.Beings() {
		fmt.Fprintf(&out, "%d %+v %+v %v\n", b.ID, b.Body, b.Intent, s.Heard(b))
	}
	fmt.Fprintln(&out, s.Stats, s.Paths, s.News, s.Toys(), s.Bushes(), s.Homes(), s.World.Stats())
	return out.String()
}

// A loaded simulation continues as if it had never stopped, whatever the creatures were doing: playing with toys, waiting
// for a path, hauling, surrounding a hunter.
func TestALoadedRunGoesOn(t *testing.T) {
	s, err := New(Options{Seed: 4, Agents: 60})
	require.NoError(t, err)
	for _, seconds := range []float64{5, 13, 30, 31} {
		runFor(t, s, seconds)
		var file bytes.Buffer
		require.NoError(t, s.Save(&file))
		size := file.Len()
		loaded, lost, err := Load(&file, Options{Workers: 3})
		require.NoError(t, err)
		assert.Empty(t, lost.Lost)
		assert.Zero(t, file.Len(), "all of %d bytes is read", size)
		var again bytes.Buffer
		require.NoError(t, loaded.Save(&again))
		require.Equal(t, size, again.Len())
		there := diaryOf(t, loaded, 8)
		before := s.World.Time()
		if here := diaryOf(t, s, 8); here != there {
			t.Errorf("loaded at %.3f s: %s", before, firstDifference(here, there))
		}
	}
}

func TestLoadingWhatIsNoSimulation(t *testing.T) {
	s, err := New(Options{Seed: 4, Agents: 6})
	require.NoError(t, err)
	runFor(t, s, 3)
	var file bytes.Buffer
	require.NoError(t, s.Save(&file))
	whole := file.Bytes()
	for n := 0; n < len(whole); n += 1 + n/9 {
		_, _, err := Load(bytes.NewReader(whole[:n]), Options{})
		require.Error(t, err, "%d bytes of %d", n, len(whole))
		damaged := bytes.Clone(whole)
		damaged[n] ^= 1 << (n % 8)
		_, _, err = Load(bytes.NewReader(damaged), Options{})
		require.Error(t, err, "byte %d", n)
	}
	_, _, err = Load(bytes.NewReader(nil), Options{})
	require.ErrorIs(t, err, ErrSave)
	own := &saved{}
	require.NoError(t, s.record(own))
	for name, spoil := range map[string]func(v *saved){
		"agents":   func(v *saved) { v.Agents = 1 << 30 },
		"nests":    func(v *saved) { v.Nests = v.Nests[1:] },
		"bushes":   func(v *saved) { v.Bushes = nil },
		"eggs":     func(v *saved) { v.Nests[0].Eggs = 99 },
		"toys":     func(v *saved) { v.Toys[0].Kind = toyKinds },
		"ID":       func(v *saved) { v.Beings[0].ID = 1 << 60 },
		"twins":    func(v *saved) { v.Beings[0].ID = v.Beings[1].ID },
		"home":     func(v *saved) { v.Beings[0].Home = -1 },
		"act":      func(v *saved) { v.Beings[0].Deed.What = 1 << 20; v.Beings[0].Deed.Act = 2 },
		"sight":    func(v *saved) { v.Beings[0].Sight.Food = 1 << 20 },
		"a mind":   func(v *saved) { v.Beings = v.Beings[1:] },
		"stranger": func(v *saved) { v.Beings[0].ID = world.AgentID(5) },
		"random":   func(v *saved) { v.Random = []byte("?") },
	} {
		bad := *own
		bad.Nests = append(bad.Nests[:0:0], bad.Nests...)
		bad.Beings = append(bad.Beings[:0:0], bad.Beings...)
		bad.Toys = append(bad.Toys[:0:0], bad.Toys...)
		spoil(&bad)
		var b bytes.Buffer
		require.NoError(t, bad.write(&b))
		require.NoError(t, s.World.Snapshot(&b))
		_, _, err := Load(&b, Options{})
		if name == "a mind" {
			require.NoError(t, err, "somebody who is gone is taken out of the crowd")
			continue
		}
		require.ErrorIs(t, err, ErrSave, name)
	}
}

// firstDifference returns the first lines that differ.
func firstDifference(a, b string) string {
	x, y := bytes.Split([]byte(a), []byte("\n")), bytes.Split([]byte(b), []byte("\n"))
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			return fmt.Sprintf("line %d\n%s\n%s", i, x[i], y[i])
		}
	}
	return ""
}

// A copy that stands for a checkpoint, in the memory of an earlier one, and a save.
func BenchmarkCheckpoint(b *testing.B) {
	for _, agents := range []int{24, 1000, 20_000} {
		s, err := New(Options{Seed: 1, Agents: agents, Workers: 2})
		require.NoError(b, err)
		for range 60 {
			_ = s.Step()
		}
		b.Run(fmt.Sprintf("copy/%d", agents), func(b *testing.B) {
			var f *Frozen
			for b.Loop() {
				f, err = s.Freeze(f)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(f.Size()), "bytes")
		})
		b.Run(fmt.Sprintf("save/%d", agents), func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, s.Save(io.Discard))
			}
		})
	}
}

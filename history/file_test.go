package history

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/internal/testing/heap"
	"github.com/decidertree/decidertree/world"
)

func addCleanup(rec *Recorder, collected chan struct{}) {
	runtime.AddCleanup(rec, func(c chan struct{}) { close(c) }, collected)
}

// gone reports whether a cleanup has run, and lets it run.
func gone(collected chan struct{}) bool {
	runtime.GC()
	select {
	case <-collected:
		return true
	case <-time.After(10 * time.Millisecond):
		return false
	}
}

// sample is a small recording as a file.
var sample = sync.OnceValues(func() ([]byte, error) {
	h, err := crowds.New(crowds.Busy(), 12, 1)
	if err != nil {
		return nil, err
	}
	r := New(Options{BytesEach: 1500, Frames: 1024, Title: "A herd", Names: debugprint.Names{
		Stimuli: debugprint.BitNames{"Bang"}, NameOf: func(id world.AgentID) string { return fmt.Sprint("Ogg ", id%7) },
	}})
	if err := h.Crowd.Record(r); err != nil {
		return nil, err
	}
	for range 40 {
		if err := errors.Join(h.Change(2), h.Frame()); err != nil {
			return nil, err
		}
	}
	var file bytes.Buffer
	err = r.Recording().Save(&file)
	return file.Bytes(), err
})

func file(t testing.TB) []byte {
	t.Helper()
	data, err := sample()
	require.NoError(t, err)
	return slices.Clone(data)
}

func TestSaveAndLoad(t *testing.T) {
	rec, err := Load(bytes.NewReader(file(t)))
	require.NoError(t, err)
	assert.Equal(t, "A herd", rec.Title())
	assert.Equal(t, debugprint.BitNames{"Bang"}, rec.Names().Stimuli)
	require.Len(t, rec.Agents(), 12)
	assert.Equal(t, "CREATURES", rec.Crowd(rec.Agents()[3]))
	require.Len(t, rec.Trees(), 1)
	assert.Equal(t, rec.Trees()[0], rec.Tree(rec.Agents()[3]))
	assert.Equal(t, crowds.Busy().Describe().Fingerprint, rec.Trees()[0].Fingerprint)
	first, last, ok := rec.Frames()
	require.True(t, ok)
	at, dt, ok := rec.Time(last)
	require.True(t, ok)
	assert.Equal(t, crowds.DT, dt)
	began, _, _ := rec.Time(first)
	assert.InDelta(t, float64(last-first)*crowds.DT, at-began, 1e-9)
	events := 0
	for _, id := range rec.Agents() {
		first, last, ok := rec.Span(id)
		require.True(t, ok)
		for _, err := range rec.Events(id, first, last, 5) {
			require.NoError(t, err)
			events++
		}
	}
	assert.Greater(t, events, 3000)

	// Saved again it is the same bytes, and nothing behind them is read.
	var again bytes.Buffer
	require.NoError(t, rec.Save(&again))
	assert.Equal(t, file(t), again.Bytes())
	two := bytes.NewReader(append(file(t), file(t)...))
	for range 2 {
		_, err := Load(two)
		require.NoError(t, err)
	}
	_, err = Load(two)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// TestEmptyRecording saves and loads an empty recording.
func TestEmptyRecording(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, New(Options{}).Recording().Save(&b))
	rec, err := Load(&b)
	require.NoError(t, err)
	assert.Empty(t, rec.Agents())
	_, ok := rec.Gates(1)
	assert.False(t, ok)
}

// explore calls every method of a recording for a few agents: none may panic or run forever.
func explore(rec *Recording) (diverged int) {
	rec.Trees()
	for _, id := range rec.Agents() {
		_ = rec.Names().Agent(id)
	}
	first, last, _ := rec.Frames()
	for _, frame := range []uint64{0, first, (first + last) / 2, last, last + 1} {
		rec.Gates(frame)
		rec.Squads(frame)
		rec.Time(frame)
	}
	for i, id := range append(rec.Agents(), 99) {
		if i > 3 {
			break
		}
		rec.Tree(id)
		rec.Crowd(id)
		from, to, _ := rec.Span(id)
		ticks := 0
		for range rec.Ticks(id) {
			if ticks++; ticks > 300 {
				break
			}
		}
		for _, err := range rec.Events(id, from, min(to, from+50), event.Level(5)) {
			if err != nil {
				diverged++
			}
		}
		for _, frame := range []uint64{from, (from + to) / 2, to} {
			if m, err := rec.At(id, frame); err == nil {
				debugprint.DebugPrintState(m, debugprint.WholeTree)
			}
		}
	}
	return diverged
}

// TestLoadDamaged cuts a file off at every length and flips every bit.
func TestLoadDamaged(t *testing.T) {
	good := file(t)
	step := max(len(good)/400, 1)
	for n := 0; n < len(good); n += step {
		_, err := Load(bytes.NewReader(good[:n]))
		require.ErrorIs(t, err, ErrFormat, "cut off at %d", n)
	}
	sums := 0
	for at := 0; at < len(good); at += step {
		bad := slices.Clone(good)
		bad[at] ^= 1 << (at % 8)
		_, err := Load(bytes.NewReader(bad))
		require.ErrorIs(t, err, ErrFormat, "byte %d", at)
		if errors.Is(err, ErrChecksum) {
			sums++
		}
	}
	assert.Positive(t, sums)
}

func TestLoadErrors(t *testing.T) {
	_, err := Load(bytes.NewReader([]byte("a text, and not a short one")))
	assert.ErrorIs(t, err, ErrFormat)
	_, err = Load(bytes.NewReader(nil))
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)

	w := world.New(world.Options{})
	var saved bytes.Buffer
	require.NoError(t, w.Snapshot(&saved))
	_, err = Load(&saved)
	assert.ErrorIs(t, err, ErrFormat)

	broken := errors.New("the disk is gone")
	assert.ErrorIs(t, New(Options{}).Recording().Save(failing{broken}), broken)
}

// emptyFile is a recording of nothing, as a file of any version.
func emptyFile(t testing.TB, version uint64) []byte {
	t.Helper()
	var file bytes.Buffer
	out := snapshot.NewWriter(&file, snapshot.Recording)
	out.Uint(version)
	out.String("Old")
	out.Bytes([]byte("{}")) // names
	out.Word(42)
	out.Bool(false)
	out.Uint(0)             // trees
	out.Bytes([]byte("[]")) // notes
	for range 7 {           // scenes, frames, agents in the world, gates and squads, their log, crowds, agents
		out.Uint(0)
	}
	require.NoError(t, out.End())
	return file.Bytes()
}

// TestLoadOtherVersions: files of earlier releases, whose ticks could not be executed again, and of later ones are refused whole.
func TestLoadOtherVersions(t *testing.T) {
	rec, err := Load(bytes.NewReader(emptyFile(t, fileVersion)))
	require.NoError(t, err)
	assert.Equal(t, "Old", rec.Title())

	for version, text := range map[uint64]string{
		1: "the file has version 1, this program reads version 4; record again, or open it with the earlier release of decidertree that wrote it",
		3: "the earlier release",
		5: "the later release",
	} {
		rec, err := Load(bytes.NewReader(emptyFile(t, version)))
		assert.Nil(t, rec)
		assert.ErrorIs(t, err, ErrVersion)
		assert.ErrorIs(t, err, ErrFormat)
		assert.ErrorContains(t, err, text)
		var refused *VersionError
		require.ErrorAs(t, err, &refused)
		assert.Equal(t, VersionError{Version: version, Known: fileVersion}, *refused)
	}
	_, err = Load(bytes.NewReader(emptyFile(t, 0)))
	assert.ErrorIs(t, err, ErrFormat)
	assert.NotErrorIs(t, err, ErrVersion)
}

// TestLoadStrict: an agent for which a broken Subset Rule is an error can be loaded.
func TestLoadStrict(t *testing.T) {
	run := behavior.Behavior[int]{Name: "RUN", Tick: func(*behavior.Context[int]) behavior.Status { return behavior.Running }}
	m := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "ROOT", Children: decider.Children[int]{{Name: "RUN", Behavior: &run}}}).NewMemory(nil, 1)
	r := New(Options{})
	m.Strict(true)
	require.NoError(t, m.Record(r))
	require.NoError(t, decider.TickBehaviorTree(m, 1, decider.Input{Time: 1, DT: 1}))
	var file bytes.Buffer
	require.NoError(t, r.Recording().Save(&file))
	_, err := Load(&file)
	require.NoError(t, err)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// manyTakes is a file with an agent whose memory is large and which has many takes of one byte: nothing has changed.
func manyTakes(t testing.TB, reserve, takes int) []byte {
	t.Helper()
	slot := decider.Slot[int]{Name: "S", Reserve: reserve}
	run := behavior.Behavior[int]{Name: "RUN", Tick: func(*behavior.Context[int]) behavior.Status { return behavior.Running }}
	m := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "ROOT", Children: decider.Children[int]{
		{Name: "USE", Slot: &slot}, {Name: "RUN", Behavior: &run}}}).NewMemory(nil, 1)
	r := New(Options{BytesEach: 4096 + 6*reserve})
	require.NoError(t, m.Record(r))
	for i := range 4 {
		require.NoError(t, decider.TickBehaviorTree(m, 1, decider.Input{Time: float64(i), DT: 1}))
	}
	rec := r.Recording()
	parts := rec.agents[0].parts
	last := len(parts) - 1
	parts[last] = append(slices.Clone(parts[last]), make([]byte, takes)...)
	var file bytes.Buffer
	require.NoError(t, rec.Save(&file))
	return file.Bytes()
}

// TestLoadOfManyTakes: loading a file and going through its ticks takes time by its size, not by ticks and memory.
func TestLoadOfManyTakes(t *testing.T) {
	const takes = 100_000
	load := func(size int) time.Duration {
		data := manyTakes(t, size, takes)
		began := time.Now()
		rec, err := Load(bytes.NewReader(data))
		require.NoError(t, err)
		ticks := 0
		for range rec.Ticks(1) {
			ticks++
		}
		assert.GreaterOrEqual(t, ticks, takes)
		return time.Since(began)
	}
	small, large := load(1<<10), load(1<<20)
	assert.Less(t, large, 30*small+time.Second, "an image 1,024 times as large")
}

// FuzzLoad loads arbitrary data, with and without a correct check sum, and explores the result. What Load allocates, and how
// long it takes, is bounded by what it reads.
func FuzzLoad(f *testing.F) {
	f.Add(file(f))
	f.Add(emptyFile(f, fileVersion))
	f.Add(manyTakes(f, 1<<16, 1000))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, mended(data)} {
			var rec *Recording
			var err error
			began := time.Now()
			require.Less(t, heap.Allocated(func() { rec, err = Load(bytes.NewReader(data)) }), 4<<20+256*uint64(len(data)))
			require.Less(t, time.Since(began), 10*time.Second+time.Duration(len(data))*10*time.Microsecond)
			if err != nil {
				require.ErrorIs(t, err, ErrFormat)
				continue
			}
			explore(rec)
			require.NoError(t, rec.Save(io.Discard))
		}
	})
}

// mended is data with its correct check sum.
func mended(data []byte) []byte {
	data = slices.Clone(data)
	if n := len(data) - 4; n >= 0 {
		binary.LittleEndian.PutUint32(data[n:], crc32.Checksum(data[:n], crc32.MakeTable(crc32.Castagnoli)))
	}
	return data
}

// TestTamperedWith changes bytes and corrects the check sum: everything that loads can be explored.
func TestTamperedWith(t *testing.T) {
	good := file(t)
	loaded, diverged := 0, 0
	for at := 16; at < len(good)-8; at += max(len(good)/250, 1) {
		bad := slices.Clone(good)
		bad[at] ^= byte(1 + at%255)
		rec, err := Load(bytes.NewReader(mended(bad)))
		if err != nil {
			require.ErrorIs(t, err, ErrFormat)
			continue
		}
		loaded++
		if explore(rec) > 0 {
			diverged++
		}
	}
	assert.Greater(t, loaded, 10)
	assert.Positive(t, diverged)
}

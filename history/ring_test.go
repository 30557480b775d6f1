package history

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/world"
)

// described is a description good enough for takes made by hand.
func described(size int) func() any {
	return func() any { return &description.Tree{Name: "ROOT", Size: size} }
}

// maker makes takes of one agent: mostly equal to the one before, sometimes random.
type maker struct {
	*rand.Rand
	take  tape.Take
	world *world.World
}

func newMaker(seed uint64, w *world.World, agent uint64, size int) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, agent)), world: w}
	m.take = tape.Take{Agent: agent, Image: make([]byte, size), DT: 0.25}
	for i := range m.take.Image {
		m.take.Image[i] = byte(m.IntN(256))
	}
	return m
}

// next makes the next take.
func (m *maker) next() *tape.Take {
	t := &m.take
	rare := func(one int) bool { return m.IntN(one) == 0 }
	t.Marks = 0
	switch {
	case m.world == nil && rare(50): // an operation
		t.Marks = tape.Operation
	case m.world == nil:
		t.Frame++
		if rare(20) {
			t.DT = m.Float64()
		}
		t.Time += t.DT
		if rare(40) {
			t.Time += m.Float64()
		}
	default:
		t.Frame, t.Time, t.DT = m.world.Frame(), m.world.Time(), m.world.DT()
		switch m.IntN(30) {
		case 0:
			t.DT = 7
		case 1:
			t.Time, t.DT = m.Float64()*100, m.Float64()
		case 2:
			t.Marks = tape.Restored
		}
	}
	if rare(3) { // else nothing has changed
		if rare(4) {
			t.Flags = m.Uint64() >> m.IntN(64)
		}
		if rare(4) {
			t.Stimuli = m.Uint64() >> m.IntN(64)
		}
		if rare(10) {
			t.Marks |= tape.Crowd
		}
		if rare(2) {
			t.Answers = m.bytes(t.Answers, 60, 800)
		}
		if rare(10) {
			t.Plugged = m.bytes(t.Plugged, 20, 400)
		}
		for range m.IntN(4) {
			if words := len(t.Image) / 8; words > 0 {
				at := m.IntN(words) * 8
				for i := range m.IntN(9) {
					t.Image[at+i] = byte(m.IntN(256))
				}
			}
		}
		if rare(20) {
			for i := range t.Image {
				t.Image[i] = byte(m.IntN(256))
			}
		}
	}
	return t
}

// bytes changes bytes: a few, or all, or rarely very many.
func (m *maker) bytes(b []byte, few, many int) []byte {
	if len(b) > 0 && m.IntN(2) == 0 {
		b[m.IntN(len(b))]++
		return b
	}
	n := m.IntN(few)
	if m.IntN(30) == 0 {
		n = m.IntN(many)
	}
	b = b[:0]
	for range n {
		b = append(b, byte(m.IntN(256)))
	}
	return b
}

// kept is a take as the model keeps it.
type kept struct {
	tape.Take
	before []byte
}

func keep(t *tape.Take, before []byte) kept {
	k := kept{*t, before}
	k.Answers, k.Image, k.Plugged = bytes.Clone(t.Answers), bytes.Clone(t.Image), bytes.Clone(t.Plugged)
	return k
}

// same compares a recording of an agent with the last recorded takes.
func same(t *testing.T, rec *Recording, agent world.AgentID, all []kept) (played int) {
	t.Helper()
	var got []kept
	for x := range rec.takes(agent, 0, math.MaxUint64) {
		k := keep(&x.Take, bytes.Clone(x.before))
		got = append(got, k)
		i := len(got) - 1
		if x.lost {
			got[i].Answers = nil
		}
		if x.plays() {
			played++
		} else {
			got[i].before = nil
		}
	}
	require.LessOrEqual(t, len(got), len(all))
	all = all[len(all)-len(got):]
	for i := range got {
		want := all[i]
		if got[i].before == nil {
			want.before = nil
		}
		if got[i].Answers == nil {
			want.Answers = nil
		}
		if len(got[i].Plugged)+len(want.Plugged) == 0 {
			got[i].Plugged, want.Plugged = nil, nil
		}
		require.Equal(t, want, got[i], "take %d of %d", i, len(got))
	}
	return played
}

// TestRingAgainstModel records random takes and reads back the last of them, from rings of all sizes.
func TestRingAgainstModel(t *testing.T) {
	for seed := range uint64(trials.Count(20, 60)) {
		r := rand.New(rand.NewPCG(seed, 7))
		size := 8 * r.IntN(60)
		least := formOf(size, 1).bytes()
		o := Options{BytesEach: least + r.IntN(4000)}
		var w *world.World
		if seed%2 == 0 {
			w = world.New(world.Options{Seed: seed})
		}
		rec := New(o)
		s, err := rec.Sink(key, tape.Source{World: w, Fingerprint: 1, Size: size, Describe: described(size)})
		require.NoError(t, err)
		m := newMaker(seed, w, 5, size)
		var all []kept
		before := bytes.Clone(m.take.Image)
		takes, played, each := 400+r.IntN(2000), 0, 1
		for i := range takes {
			if w != nil {
				if r.IntN(40) == 0 {
					each = 1 + r.IntN(4)
				}
				for range each + r.IntN(12)/11 {
					require.NoError(t, w.Advance(0.25))
				}
			}
			x := m.next()
			all = append(all, keep(x, before))
			before = bytes.Clone(x.Image)
			s.Take(x)
			if i%(takes/4) == 0 || i == takes-1 {
				played = same(t, rec.Recording(), 5, all)
			}
		}
		if o.BytesEach > 2*least {
			assert.Greater(t, played, 10, "seed %d", seed)
		}
		first, last, ok := rec.Recording(5).Span(5)
		require.Equal(t, played > 0, ok)
		if ok {
			assert.LessOrEqual(t, first, last)
		}
	}
}

// TestRate: an agent that ticks in each third frame and does the same costs a count, and is found from any frame on.
func TestRate(t *testing.T) {
	w := world.New(world.Options{})
	r := New(Options{})
	s, err := r.Sink(key, tape.Source{Crowd: "C", World: w, Fingerprint: 1, Size: 8, Describe: described(8)})
	require.NoError(t, err)
	take := tape.Take{Agent: 1, Image: make([]byte, 8), DT: 0.75}
	var frames []uint64
	for i := range 300 {
		for range 3 {
			require.NoError(t, w.Advance(0.25))
		}
		if i == 200 {
			take.Image[0]++
		}
		take.Frame, take.Time = w.Frame(), w.Time()
		frames = append(frames, take.Frame)
		s.Take(&take)
	}
	rec := r.Recording()
	assert.Less(t, rec.Bytes(1), 128)
	for from := range frames[299] + 2 {
		var got []uint64
		for x := range rec.takes(1, from, math.MaxUint64) {
			got = append(got, x.Frame)
			require.InDelta(t, float64(x.Frame)/4, x.Time, 0)
			require.InDelta(t, 0.75, x.DT, 0)
			require.Equal(t, x.Frame > 600, x.Image[0] == 1)
		}
		want := frames[(max(from, 1)-1)/3:]
		if len(want) == 0 {
			want = nil
		}
		require.Equal(t, want, got, from)
	}
}

// TestTakesFrom checks that seeking to a frame finds the same takes as reading all of them.
func TestTakesFrom(t *testing.T) {
	r := New(Options{BytesEach: 3000})
	s, err := r.Sink(key, tape.Source{Fingerprint: 1, Size: 64, Describe: described(64)})
	require.NoError(t, err)
	m := newMaker(3, nil, 9, 64)
	for range 700 {
		s.Take(m.next())
	}
	rec := r.Recording()
	var all []kept
	for x := range rec.takes(9, 0, math.MaxUint64) {
		all = append(all, keep(&x.Take, nil))
	}
	for range 300 {
		from := all[m.IntN(len(all))].Frame
		to := from + uint64(m.IntN(20))
		var want, got []kept
		for _, k := range all {
			if k.Frame >= from && k.Frame <= to {
				want = append(want, k)
			}
		}
		for x := range rec.takes(9, from, to) {
			got = append(got, keep(&x.Take, nil))
		}
		require.Equal(t, want, got, "%d to %d", from, to)
	}
}

// TestRecordAllocatesNothing: once all agents have their memory, takes allocate nothing, whatever they are.
func TestRecordAllocatesNothing(t *testing.T) {
	w := world.New(world.Options{})
	r := New(Options{BytesEach: 2048, Frames: 1024})
	s, err := r.Sink(key, tape.Source{Crowd: "C", World: w, Fingerprint: 1, Size: 96, Describe: described(96)})
	require.NoError(t, err)
	var makers []*maker
	for id := range uint64(50) {
		makers = append(makers, newMaker(1, w, 1024+id, 96))
	}
	frame := func() {
		if err := w.Advance(0.25); err != nil {
			t.Error(err)
		}
		for _, m := range makers {
			m.take.Frame, m.take.Time, m.take.DT = w.Frame(), w.Time(), w.DT()
			if m.IntN(3) == 0 {
				m.take.Image[m.IntN(96)]++
				m.take.Flags++
			}
			s.Take(&m.take)
		}
	}
	for range 6000 { // the table of frames goes round as well
		frame()
	}
	assert.Zero(t, testing.AllocsPerRun(3000, frame))
}

// TestMemoryIsBounded records for long, with agents that come and go.
func TestMemoryIsBounded(t *testing.T) {
	const size, bytesEach = 64, 2048
	w := world.New(world.Options{})
	r := New(Options{BytesEach: bytesEach, Frames: 1024})
	s, err := r.Sink(key, tape.Source{Crowd: "C", World: w, Fingerprint: 1, Size: size, Describe: described(size)})
	require.NoError(t, err)
	m := newMaker(1, w, 0, size)
	most := 0
	for frame := range uint64(8000) {
		require.NoError(t, w.Advance(0.25))
		for id := range uint64(10) { // each lives for 10 frames
			x := m.next()
			x.Agent = 1024 + frame - frame%10 + id
			if frame%10 == 9 {
				x.Marks = tape.Operation | tape.Gone
			}
			s.Take(x)
		}
		if frame == 4000 {
			most = r.Size()
		}
	}
	assert.Equal(t, most, r.Size())
	// Those of the last 64 frames are kept, and who is found out to be gone is found out when its turn comes.
	assert.Less(t, most, 3000*bytesEach)
	assert.Less(t, len(r.pages), 5)
}

// TestManyAgents: those over the limit are counted, and one that goes makes room.
func TestManyAgents(t *testing.T) {
	w := world.New(world.Options{})
	r := New(Options{Agents: 5, Frames: 1024})
	s, err := r.Sink(key, tape.Source{Crowd: "C", World: w, Fingerprint: 1, Size: 8, Describe: described(8)})
	require.NoError(t, err)
	take := tape.Take{Image: make([]byte, 8)}
	frame := func(from, to uint64) {
		require.NoError(t, w.Advance(1))
		take.Frame, take.Time, take.DT = w.Frame(), w.Time(), w.DT()
		for take.Agent = from; take.Agent < to; take.Agent++ {
			s.Take(&take)
		}
	}
	for range 3 {
		frame(1, 9)
	}
	assert.Equal(t, 3, r.Missed())
	assert.Equal(t, []world.AgentID{1, 2, 3, 4, 5}, r.Recording().Agents())
	assert.True(t, s.(*sink).Wants(0)&(1<<5) != 0)
	assert.True(t, s.(*sink).Wants(0)&(1<<6) == 0)
	take.Marks = tape.Operation | tape.Gone
	frame(1, 4)
	take.Marks = 0
	for range 70 {
		frame(4, 9)
	}
	assert.Equal(t, []world.AgentID{4, 5, 6, 7, 8}, r.Recording().Agents())
	assert.Equal(t, 3, r.Missed())
}

// TestStillFull: where one agent gets the memory of one that has gone, the others are still turned away.
func TestStillFull(t *testing.T) {
	w := world.New(world.Options{})
	r := New(Options{Agents: 2, Frames: 1024})
	s, err := r.Sink(key, tape.Source{Crowd: "C", World: w, Fingerprint: 1, Size: 8, Describe: described(8)})
	require.NoError(t, err)
	take := tape.Take{Image: make([]byte, 8)}
	frame := func(from, to uint64) {
		require.NoError(t, w.Advance(1))
		take.Frame, take.Time, take.DT = w.Frame(), w.Time(), w.DT()
		for take.Agent = from; take.Agent < to; take.Agent++ {
			s.Take(&take)
		}
	}
	frame(1, 5)
	take.Marks = tape.Operation | tape.Gone
	frame(1, 2)
	take.Marks = 0
	for range 70 {
		frame(2, 5)
	}
	assert.Equal(t, []world.AgentID{2, 3}, r.Recording().Agents())
	var room *RoomError
	require.ErrorAs(t, r.Full(), &room, "agent 4 has none")
	assert.Equal(t, 2, room.Recorded)
	assert.Equal(t, 2, r.Missed())
}

func TestChoose(t *testing.T) {
	r := New(Options{})
	s, err := r.Sink(key, tape.Source{Fingerprint: 1, Size: 8, Describe: described(8)})
	require.NoError(t, err)
	take := tape.Take{Image: make([]byte, 8)}
	frame := func() {
		take.Frame++
		for take.Agent = 1; take.Agent < 5; take.Agent++ {
			s.Take(&take)
		}
	}
	r.Choose(2, 3)
	frame()
	assert.Equal(t, []world.AgentID{2, 3}, r.Recording().Agents())
	assert.True(t, s.(*sink).Wants(0)&(1<<2) != 0)
	assert.True(t, s.(*sink).Wants(0)&(1<<4) == 0)
	r.Choose()
	frame()
	assert.Equal(t, []world.AgentID{1, 2, 3, 4}, r.Recording().Agents())
	r.Choose(1)
	frame()
	ticks := func(id world.AgentID) (frames []uint64) {
		for tick := range r.Recording().Ticks(id) {
			frames = append(frames, tick.Frame)
		}
		return frames
	}
	assert.Equal(t, []uint64{2, 3}, ticks(1))
	assert.Equal(t, []uint64{1, 2}, ticks(2))
}

func TestSinkErrors(t *testing.T) {
	r := New(Options{BytesEach: 1100, Bytes: 1100})
	_, err := r.Sink(key, tape.Source{Crowd: "C", Size: 800})
	var room *RoomError
	require.ErrorAs(t, err, &room)
	assert.ErrorIs(t, err, ErrRoom)
	assert.EqualError(t, err, fmt.Sprintf("history: there is no room to record the agent: an agent of crowd \"C\" needs %d bytes, "+
		"and history.Options.Bytes is 1100, of which 0 agents take 0", room.Needed))
	_, err = New(Options{BytesEach: 1100, Bytes: room.Needed}).Sink(key, tape.Source{Size: 800, Describe: described(800)})
	assert.NoError(t, err)
	_, err = New(Options{BytesEach: 1100, Bytes: room.Needed - 1}).Sink(key, tape.Source{Size: 800, Describe: described(800)})
	assert.Error(t, err)

	w := world.New(world.Options{})
	_, err = r.Sink(key, tape.Source{World: w, Size: 8, Describe: described(8)})
	require.NoError(t, err)
	for _, other := range []*world.World{nil, world.New(world.Options{})} {
		_, err = r.Sink(key, tape.Source{World: other, Size: 8, Describe: described(8)})
		assert.ErrorIs(t, err, ErrOtherWorld)
	}
}

// TestRingsSizeThemselves: an agent gets the bytes that its memory needs, whatever BytesEach says, up to Options.Bytes.
func TestRingsSizeThemselves(t *testing.T) {
	w := world.New(world.Options{})
	const size = 2000
	need := formOf(size, 4096).bytes()
	require.Greater(t, need, 4096)
	r := New(Options{Frames: 1024, Bytes: 3*need + need/2})
	s, err := r.Sink(key, tape.Source{Crowd: "C", World: w, Fingerprint: 1, Size: size, Describe: described(size)})
	require.NoError(t, err)
	take := tape.Take{Image: make([]byte, size)}
	frame := func(from, to uint64) {
		require.NoError(t, w.Advance(1))
		take.Frame, take.Time, take.DT = w.Frame(), w.Time(), w.DT()
		for i := range take.Image {
			take.Image[i] = byte(w.Frame())*31 + byte(i)
		}
		for take.Agent = from; take.Agent < to; take.Agent++ {
			s.Take(&take)
		}
	}
	require.NoError(t, r.Full())
	frame(1, 4)
	require.NoError(t, r.Full(), "nobody was turned away")
	frame(1, 6)
	var room *RoomError
	require.ErrorAs(t, r.Full(), &room)
	assert.Equal(t, &RoomError{Crowd: "C", Needed: need, Bytes: 3*need + need/2, Held: 3 * need, Recorded: 3, Missed: 2}, room)
	assert.Equal(t, 2, r.Missed())
	assert.Equal(t, []world.AgentID{1, 2, 3}, r.Recording().Agents())
	for id := range world.AgentID(3) {
		_, last, ok := r.Recording().Span(id + 1)
		assert.True(t, ok)
		assert.Equal(t, w.Frame(), last)
	}
	take.Marks = tape.Operation | tape.Gone
	frame(1, 2)
	take.Marks = 0
	for range 70 {
		frame(2, 5)
	}
	assert.Equal(t, []world.AgentID{2, 3, 4}, r.Recording().Agents())
	require.NoError(t, r.Full())
}

// TestChosenAnew: what happens to an agent while it is not chosen is not known, and the next tick is not executed from the
// state before it.
func TestChosenAnew(t *testing.T) {
	r := New(Options{})
	s, err := r.Sink(key, tape.Source{Fingerprint: 1, Size: 8, Describe: described(8)})
	require.NoError(t, err)
	take := tape.Take{Agent: 1, Image: make([]byte, 8), DT: 1}
	frames := func() {
		for range 3 {
			take.Frame++
			take.Time++
			s.Take(&take)
		}
	}
	frames()
	r.Choose(2)
	assert.Equal(t, uint64(4), r.Recording().rows(1).ended)
	take.Image[0]++
	frames()
	r.Choose(1, 2)
	frames()
	assert.Zero(t, r.Recording().rows(1).ended)
	r.Choose(1) // it stays chosen
	frames()
	var plays []bool
	var at []uint64
	for x := range r.Recording().takes(1, 0, math.MaxUint64) {
		plays, at = append(plays, x.plays()), append(at, x.Frame)
	}
	assert.Equal(t, []uint64{1, 2, 3, 7, 8, 9, 10, 11, 12}, at)
	assert.Equal(t, []bool{false, true, true, false, true, true, true, true, true}, plays)
}

// TestGaps: Tick reports what recording has missed, and no tick after a gap is executed from the state before it.
func TestGaps(t *testing.T) {
	r := New(Options{})
	source := tape.Source{Fingerprint: 1, Size: 8, Describe: described(8)}
	take := tape.Take{Agent: 1, Image: make([]byte, 8), DT: 1}
	for i := range 3 {
		s, err := r.Sink(key, source)
		require.NoError(t, err)
		for range 3 {
			take.Frame++
			take.Time++
			s.Take(&take)
		}
		take.Frame += 10 // while nobody recorded
		take.Image[0] = byte(i)
	}
	var plays []bool
	for x := range r.Recording().takes(1, 0, math.MaxUint64) {
		plays = append(plays, x.plays())
	}
	assert.Equal(t, []bool{false, true, true, false, true, true, false, true, true}, plays)

	// A clock that begins anew begins a new history.
	take.Frame, take.Time = 1, 0
	s, err := r.Sink(key, source)
	require.NoError(t, err)
	s.Take(&take)
	assert.Len(t, slices.Collect(r.Recording().Ticks(1)), 1)
}

// TestWorkers records agents of one crowd from several goroutines, other agents each time.
func TestWorkers(t *testing.T) {
	w := world.New(world.Options{})
	r := New(Options{Agents: 150, BytesEach: 6000})
	const workers, agents, size = 4, 200, 64
	var sinks []tape.Sink
	for range workers {
		s, err := r.Sink(key, tape.Source{Crowd: "C", World: w, Fingerprint: 1, Size: size, Describe: described(size)})
		require.NoError(t, err)
		sinks = append(sinks, s)
	}
	var makers []*maker
	for id := range uint64(agents) {
		makers = append(makers, newMaker(1, w, 1000+id, size))
	}
	all := map[world.AgentID][]kept{}
	for frame := range 200 {
		require.NoError(t, w.Advance(0.5))
		made := make([]*tape.Take, agents)
		for i, m := range makers {
			id, before := world.AgentID(m.take.Agent), bytes.Clone(m.take.Image)
			made[i] = m.next()
			all[id] = append(all[id], keep(made[i], before))
		}
		var done sync.WaitGroup
		for i, s := range sinks {
			done.Go(func() {
				for k := range made {
					if (k+frame)%workers == i {
						s.Take(made[k])
						s.Tree(uint64(k%7), described(8))
					}
				}
			})
		}
		done.Wait()
	}
	rec := r.Recording()
	require.Len(t, rec.Agents(), 150)
	assert.Equal(t, agents-150, r.Missed())
	played := 0
	for _, id := range rec.Agents() {
		played += same(t, rec, id, all[id])
	}
	assert.Greater(t, played, 150*10)
}

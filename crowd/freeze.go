package crowd

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/migrate"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file copies a crowd for its world's snapshots, and writes the copy. Copying whole columns takes a small part of the
// time that writing takes, which goes agent by agent.

// frozen is a copy of a crowd. Its memory serves the next copy when it is no longer needed.
type frozen struct {
	writing sync.Mutex // Save uses the archive
	archive *migrate.Archive
	name    string
	ticked  bool
	hears   bool // its agents have stimuli
	frame   uint64
	next    world.AgentID
	left    int
	pages   []world.AgentID
	chunks  []frozenChunk
	size    int // of an agent's memory, in words
	awake   []uint64
	images  map[int]*migrate.Image // by row: of agents with more than their bytes
	row     tick.Row
}

// frozenChunk is a copy of a chunk's columns. alarms and rates are empty if the chunk has none.
type frozenChunk struct {
	memory []uint64
	ids    []world.AgentID
	flags  []declaration.DecisionFlags
	alarms []float64
	rates  []float64
	more   []uint16       // the rows of agents with images
	sets   stimuli.Copies // by row; empty in a crowd without stimuli
}

// FreezeOwner copies the crowd. room is a copy that is no longer needed, or nil.
func (o *owner) FreezeOwner(_ engine.Key, room world.FrozenOwner) (world.FrozenOwner, error) {
	c := (*core)(o)
	c.wakeLooked()
	c.ticking.Store(true) // the users' MarshalBinary must not change the crowd
	defer c.ticking.Store(false)
	f, _ := room.(*frozen)
	if f == nil {
		f = &frozen{}
	}
	f.archive = migrate.NewArchive(c.tree, c.world, c.context(), nil, c.world.Time(), c.world.Frame(), &world.Migration{})
	f.name, f.ticked, f.hears, f.frame, f.next, f.left, f.size = c.name, c.ticked, c.stimuli > 0, c.frame, c.next, c.left, len(c.template)
	f.pages = append(f.pages[:0], c.world.PagesOf(key, o)...) // also those whose agents are gone
	f.awake = append(f.awake[:0], c.awake.words...)
	f.images = map[int]*migrate.Image{}
	for len(f.chunks) < len(c.chunks) {
		f.chunks = append(f.chunks, frozenChunk{})
	}
	f.chunks = f.chunks[:len(c.chunks)]
	f.each(func(i int) { f.copy(i, c.chunks[i]) })
	for i, ch := range c.chunks {
		if err := f.image(i, ch); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// each calls a function for each chunk, in two goroutines if there are several: copying waits for memory.
func (f *frozen) each(do func(chunk int)) {
	var others sync.WaitGroup
	half := len(f.chunks) / 2
	if half > 0 {
		others.Go(func() {
			for i := range half {
				do(i)
			}
		})
	}
	for i := half; i < len(f.chunks); i++ {
		do(i)
	}
	others.Wait()
}

// copy copies the columns of a chunk, without the free rows at its end.
func (f *frozen) copy(number int, ch *chunk) {
	n := chunkRows
	for n > 0 && ch.ids[n-1] == 0 {
		n--
	}
	to := &f.chunks[number]
	to.memory = append(to.memory[:0], ch.memory[:n*f.size]...)
	to.ids = append(to.ids[:0], ch.ids[:n]...)
	to.flags = append(to.flags[:0], ch.flags[:n]...)
	to.alarms = append(to.alarms[:0], ch.alarms[:min(n, len(ch.alarms))]...)
	to.rates = append(to.rates[:0], ch.rates[:min(n, len(ch.rates))]...)
	to.sets.Clear()
	for i := range ch.sets[:min(n, len(ch.sets))] {
		to.sets.Add(&ch.sets[i])
	}
	to.more = to.more[:0]
	for i, extras := range ch.extras[:min(n, len(ch.extras))] {
		if ch.ids[i] != 0 && f.archive.HasMore(unsafe.Pointer(&ch.memory[i*f.size]), extras) {
			to.more = append(to.more, uint16(i))
		}
	}
}

// image keeps what agents of a chunk have beside their bytes. It calls the users' MarshalBinary.
func (f *frozen) image(number int, ch *chunk) (err error) {
	for _, i := range f.chunks[number].more {
		ch.fill(&f.row, int(i), f.size)
		if f.images[number*chunkRows+int(i)], err = f.archive.Image(&f.row); err != nil {
			return fmt.Errorf("agent %d of crowd %q: %w", ch.ids[i], f.name, err)
		}
	}
	return nil
}

// Size returns the memory of the copy in bytes, without images.
func (f *frozen) Size(engine.Key) int {
	n := 8*len(f.pages) + 8*len(f.awake)
	for i := range f.chunks {
		ch := &f.chunks[i]
		n += 8*(len(ch.memory)+len(ch.ids)+len(ch.flags)+len(ch.alarms)+len(ch.rates)) + ch.sets.Size()
	}
	return n
}

// Save writes the crowd: its pages of IDs, and its agents in the order of theirs.
func (f *frozen) Save(_ engine.Key, w *snapshot.Writer) {
	f.writing.Lock()
	defer f.writing.Unlock()
	w.Bool(f.hears)
	w.Bool(f.ticked)
	w.Uint(f.frame)
	w.Uint(uint64(f.next))
	w.Uint(uint64(f.left))
	w.Uint(uint64(len(f.pages)))
	for _, number := range f.pages {
		w.Uint(uint64(number))
	}
	f.archive.Begin()
	rows := f.byID()
	w.Uint(uint64(len(rows)))
	awake := awake{words: f.awake}
	for _, row := range rows {
		ch, i := &f.chunks[row/chunkRows], row%chunkRows
		alarm, period := math.Inf(1), 0.0
		if len(ch.alarms) > 0 && !awake.has(row) { // an agent that is awake needs none
			alarm = ch.alarms[i]
		}
		if len(ch.rates) > 0 {
			period = ch.rates[i]
		}
		w.Uint(uint64(ch.ids[i]))
		w.Uint(uint64(ch.flags[i]))
		w.Bool(awake.has(row))
		w.Float(alarm)
		w.Float(period)
		if f.hears {
			ch.sets.Save(key, i, w)
		}
		to := tick.Row{ID: ch.ids[i], Flags: ch.flags[i], Base: unsafe.Pointer(&ch.memory[i*f.size])}
		f.archive.Save(w, &to, f.images[row])
	}
}

// byID returns the rows of all agents in the order of their IDs.
func (f *frozen) byID() (all []int) {
	for c := range f.chunks {
		for i, id := range f.chunks[c].ids {
			if id != 0 {
				all = append(all, c*chunkRows+i)
			}
		}
	}
	id := func(row int) world.AgentID { return f.chunks[row/chunkRows].ids[row%chunkRows] }
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(id(a), id(b)) })
	return all
}

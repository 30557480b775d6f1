package crowd

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// These tests run random crowds through random games: flags, stimuli, messages, agents that come and go, trees plugged
// in, user code that fails, panics and draws. RULES R29: a crowd that skips is, agent for agent and byte for byte, the
// crowd that does not. RULES R30: so it is for any number of workers.

type subject = randomtree.Subject

// game is one crowd in one world, with a script that depends on its seed alone.
type game struct {
	t       *testing.T
	world   *world.World
	crowd   *Crowd[*subject]
	forest  *randomtree.TreeSet
	trees   []*decider.Tree[*subject]
	choose  randomtree.Source
	ids     []world.AgentID
	all     bool // no agent is skipped
	seed    uint64
	events  []string
	ticked  int
	skipped int
	kinds   map[event.Kind]int
	refused map[event.Verdict]int
	failed  int
}

// ObserveLevel watches some agents closely, most for what changes.
func (g *game) ObserveLevel(id world.AgentID) event.Level {
	if id%5 == 0 && !g.all {
		return 5
	}
	return 2
}

func (g *game) Observe(e *event.Event) {
	g.kinds[e.Kind]++
	if e.Kind == event.Asked {
		g.refused[e.Verdict]++
	}
	if e.Kind.Level() <= 2 {
		err := ""
		if e.Err != nil {
			err = e.Err.Error()
		}
		g.events = append(g.events, fmt.Sprint(e.Agent, e.Kind, e.Decider, e.Behavior, e.Reason, e.Duration, e.Iteration, e.Place, e.Tree, e.Time, err))
	}
}

// hush removes functions from a tree, so that its agents can sleep.
func hush(choose randomtree.Source, d *decider.Decider[*subject], seen map[*decider.Decider[*subject]]bool) {
	if d == nil || seen[d] {
		return
	}
	seen[d] = true
	if d.Decide != nil && choose.Choose(8) > 0 {
		d.Decide = nil
		if d.DecisionFlags.IsZero() && d.StimuliFlags.IsZero() {
			d.DecisionFlags.All = 1 << choose.Choose(4)
		}
	}
	if d.GateKey != nil && choose.Choose(4) > 0 {
		d.GateKey = nil
	}
	if d.SquadKey != nil && choose.Choose(4) > 0 {
		d.SquadKey = nil
	}
	if d.CanPlay != nil && choose.Choose(4) > 0 {
		d.CanPlay = nil
	}
	if d.Behavior != nil && choose.Choose(6) > 0 {
		d.Behavior = &behavior.Behavior[*subject]{Name: "QUIET_" + d.Name}
	}
	for _, child := range d.Children {
		hush(choose, child, seen)
	}
}

// play begins a game; nil if the seed's tree is not sound.
func play(t *testing.T, seed uint64, workers int, quiet, all bool) *game {
	g := &game{t: t, choose: randomtree.RandomSource(seed), all: all, seed: seed, kinds: map[event.Kind]int{}, refused: map[event.Verdict]int{}}
	g.forest = randomtree.RandomTreeSet(g.choose, 0)
	if quiet {
		seen := map[*decider.Decider[*subject]]bool{}
		hush(g.choose, g.forest.Root, seen)
		for _, root := range g.forest.Plugs {
			hush(g.choose, root, seen)
		}
	}
	tree, err := decider.InitializeTreeData(g.forest.Root)
	if err != nil {
		return nil
	}
	if g.trees, err = g.forest.InitializePlugs(); err != nil {
		return nil
	}
	g.world = world.New(world.Options{Seed: seed})
	g.crowd, err = New(g.world, tree, Options[*subject]{Name: "CROWD", Workers: workers, StimuliEach: 3 + g.choose.Choose(3)})
	require.NoError(t, err)
	require.NoError(t, g.crowd.Observe(g))
	for range 1 + g.choose.Choose(300) {
		g.add()
	}
	return g
}

func (g *game) add() {
	s := &subject{Seed: g.seed + uint64(len(g.ids)), Slots: g.forest.Slots, Trees: g.trees, Names: g.forest.Names}
	id, err := g.crowd.Add(s)
	require.NoError(g.t, err)
	g.ids = append(g.ids, id)
	s.Others = g.ids[max(0, len(g.ids)-3):]
}

// frame changes some agents' inputs and ticks.
func (g *game) frame() {
	share := 1 + g.choose.Choose(40)
	for range g.choose.Choose(1 + len(g.ids)/share) {
		id := g.ids[g.choose.Choose(len(g.ids))]
		_, alive := g.crowd.core.find(id)
		switch g.choose.Choose(12) {
		case 0:
			g.add()
		case 1:
			err := g.crowd.Remove(id)
			assert.Equal(g.t, alive, !isNoAgent(err))
			g.events = append(g.events, fmt.Sprint("remove ", id, err))
		case 2:
			if row, ok := g.crowd.core.find(id); ok {
				(*g.crowd.column().at(row)).Facts = uint64(g.choose.Choose(256))
				_ = g.crowd.Wake(id) // quiet trees may still have a function that reads them
			}
		case 3, 4:
			_ = g.crowd.Stimulate(id, stimuli.Note(1<<g.choose.Choose(4), float64(g.choose.Choose(8))/8))
		case 5:
			_ = g.world.Send(id, stimuli.Note(1<<g.choose.Choose(4), float64(g.choose.Choose(8))/8))
		case 6:
			if g.choose.Choose(4) == 0 {
				_ = g.crowd.SetRate(id, float64(g.choose.Choose(6)))
			}
		case 7:
			if m, err := g.crowd.View(id); err == nil {
				var err error
				switch {
				case g.choose.Choose(3) == 0:
					err = m.Reset()
				case len(g.forest.Names) > 0 && g.choose.Choose(2) == 0:
					err = m.ResetBelow(g.forest.Names[g.choose.Choose(len(g.forest.Names))])
				case len(g.forest.Slots) > 0 && len(g.trees) > 0:
					err = m.Plug(g.forest.Slots[g.choose.Choose(len(g.forest.Slots))], g.trees[g.choose.Choose(len(g.trees))])
				}
				g.events = append(g.events, fmt.Sprint("view ", id, err))
			}
		default:
			_ = g.crowd.SetFlags(id, decider.DecisionFlags(g.choose.Choose(16)), decider.DecisionFlags(g.choose.Choose(16)))
		}
	}
	dt := float64(g.choose.Choose(4)) / 16
	err := g.world.Advance(dt)
	g.events = append(g.events, fmt.Sprint("advance ", g.world.Time(), err))
	if g.all {
		g.crowd.core.each(func(row int) { g.crowd.core.awake.set(row) })
	}
	report, err := g.crowd.Tick()
	require.NoError(g.t, err)
	g.ticked += report.Ticked
	g.skipped += report.Skipped
	g.failed += report.Failed
	for _, err := range report.Errors {
		g.events = append(g.events, err.Error())
	}
}

func isNoAgent(err error) bool { return err != nil && errors.Is(err, ErrNoAgent) }

// sum returns a hash of everything visible since the last one: events, calls, and the memory of every agent.
func (g *game) sum() (sum uint64, text []string) {
	text = append(text, g.events...)
	g.events = g.events[:0]
	c := g.crowd
	for _, row := range c.core.byID() {
		ch, i := c.core.at(row)
		size := len(c.core.template)
		memory := unsafe.Slice((*byte)(unsafe.Pointer(&ch.memory[i*size])), size*8)
		h := fnv.New64a()
		h.Write(memory)
		line := fmt.Sprintf("agent %d flags %x memory %x", ch.ids[i], ch.flags[i], h.Sum64())
		if os.Getenv("DECIDERTREE_CROWD_BYTES") != "" {
			for at, word := range ch.memory[i*size : (i+1)*size] {
				if word != c.core.template[at] {
					line += fmt.Sprintf(" %d:%x", at*8, word)
				}
			}
		}
		if ch.sets != nil {
			ch.sets[i].Clock(key, g.world.Time())
			line += fmt.Sprintf(" stimuli %x", ch.sets[i].Flags())
		}
		for _, call := range (*g.crowd.column().at(row)).Calls {
			line += "\n" + call.String()
		}
		(*g.crowd.column().at(row)).ClearLog()
		text = append(text, line)
	}
	h := fnv.New64a()
	for _, line := range text {
		h.Write([]byte(line))
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(line))))
	}
	return h.Sum64(), text
}

// compare plays two games side by side and reports the first frame in which they differ.
func compare(t *testing.T, a, b *game, frames int) bool {
	for frame := range frames {
		a.frame()
		b.frame()
		sumA, textA := a.sum()
		sumB, textB := b.sum()
		if sumA == sumB {
			continue
		}
		for i := range textA {
			if i >= len(textB) || textA[i] != textB[i] {
				other := "nothing"
				if i < len(textB) {
					other = textB[i]
				}
				t.Errorf("seed %d, frame %d, %d agents, line %d differs:\n%s\n%s\n%v", a.seed, frame, a.crowd.Len(), i, textA[i], other, a.crowd.Tree())
				return false
			}
		}
		t.Errorf("seed %d, frame %d: the second game tells more:\n%s", a.seed, frame, textB[len(textA)])
		return false
	}
	return true
}

// allSeeds reports whether tests play all their random games, so that rare events are sure to occur.
func allSeeds() bool { return trials.Full() || os.Getenv("DECIDERTREE_CROWDS") != "" }

// seeds returns the range of random games that a test plays: n of them, or a sixth without full trials.
// DECIDERTREE_CROWDS multiplies n, and DECIDERTREE_CROWD_SEED is the first.
func seeds(n int) (first, last uint64) {
	if s, err := strconv.Atoi(os.Getenv("DECIDERTREE_CROWDS")); err == nil {
		n *= s
	} else {
		n = trials.Count((n+5)/6, n)
	}
	from, _ := strconv.ParseUint(os.Getenv("DECIDERTREE_CROWD_SEED"), 10, 64)
	return from, from + uint64(n)
}

func TestAnyNumberOfWorkers(t *testing.T) {
	ticked, skipped, failed, kinds, refused := 0, 0, 0, map[event.Kind]int{}, map[event.Verdict]int{}
	for seed, last := seeds(8); seed < last; seed++ {
		for _, workers := range []int{2, 3, 8} {
			one, many := play(t, seed, 1, seed%2 == 0, false), play(t, seed, workers, seed%2 == 0, false)
			if one == nil {
				break
			}
			if !compare(t, one, many, 12) {
				return
			}
			ticked, skipped, failed = ticked+one.ticked, skipped+one.skipped, failed+one.failed
			for k, n := range one.kinds {
				kinds[k] += n
			}
			for k, n := range one.refused {
				refused[k] += n
			}
		}
	}
	t.Logf("%d ticked, %d skipped, %d failed; events %v; asked %v", ticked, skipped, failed, kinds, refused)
	if !allSeeds() {
		return
	}
	for _, v := range []event.Verdict{event.FailedGate, event.FailedSquad, event.FailedRole} {
		assert.NotZero(t, refused[v], v)
	}
	assert.NotZero(t, failed)
}

func TestSkippingChangesNothing(t *testing.T) {
	ticked, skipped := 0, 0
	for seed, last := seeds(24); seed < last; seed++ {
		some, all := play(t, seed, 1, true, false), play(t, seed, 1, true, true)
		if some == nil {
			continue
		}
		if !compare(t, some, all, 30) {
			return
		}
		ticked, skipped = ticked+some.ticked, skipped+some.skipped
	}
	t.Logf("%d ticked, %d skipped", ticked, skipped)
	if allSeeds() {
		assert.Greater(t, skipped, ticked/10)
	}
}

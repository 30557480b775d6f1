package sim

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/world"
)

// ErrSave is wrapped by the error for data that is not a saved simulation.
var ErrSave = errors.New("sim: this is no saved simulation, or it is damaged")

// magic begins a saved simulation; the digit is its version.
const magic = "nest 1\n"

// most limits the simulation's own part of a saved one, in bytes: 100,000 creatures take a third of it.
const most = 256 << 20

// saved is the simulation's own state. The field is not in it, since it depends on the seed alone. Minds and the world
// write and read their own state. Creatures refer to each other by IDs.
type saved struct {
	Seed     uint64
	Agents   int
	Random   []byte
	Stats    Stats
	Paths    Paths
	News     []News
	Nests    []nest.Nest
	Clutches []clutch
	Bushes   []nest.Bush
	Toys     []savedToy
	Marks    []Mark
	Bangs    []nest.Vec
	Beings   []savedBeing
	Left     [2]int
	Quiet    [2]float64
}

type savedToy struct {
	Pos, Speed nest.Vec
	Kind       ToyKind
}

type savedBeing struct {
	ID       world.AgentID
	Species  nest.Species
	Home     int32
	Body     nest.Body
	Intent   nest.Intent
	Deed     nest.Doing
	Voice    nest.Voice
	VoiceFor float64
	OnGuard  bool
	Hauling  bool
	Seen     [4]world.AgentID // enemy, prey, carrion, playmate; 0 for none
	Sight    seen
	Flags    decider.DecisionFlags
	Rate     float64
	Looked   bool
	Alarm    bool
	Hush     float64
	Dead     float64
}

// seen is the part of a nest.Sight that is not a creature.
type seen struct {
	Friends             int
	Food, Toy, Clutch   int32
	FoodSeen, EggsThere bool
	Shove               nest.Vec
}

// record copies the simulation's own state into the memory of an earlier copy.
func (s *Sim) record(to *saved) error {
	random, err := s.random.MarshalBinary()
	if err != nil {
		return err
	}
	*to = saved{
		Seed: s.options.Seed, Agents: s.options.Agents, Random: random, Stats: s.Stats, Paths: s.Paths, News: append(to.News[:0], s.News...),
		Nests: append(to.Nests[:0], s.nests...), Clutches: append(to.Clutches[:0], s.clutches...), Bushes: append(to.Bushes[:0], s.bushes...),
		Marks: append(to.Marks[:0], s.marks...), Bangs: append(to.Bangs[:0], s.bangs...), Toys: to.Toys[:0],
		Beings: slices.Grow(to.Beings[:0], len(s.beings))[:len(s.beings)],
		Left:   [2]int{s.grazersLeft, s.huntersLeft}, Quiet: s.quiet,
	}
	for i := range s.toys {
		to.Toys = append(to.Toys, savedToy{Pos: s.toys[i].Pos, Speed: s.toys[i].Speed, Kind: s.toys[i].Kind})
	}
	s.share(func(i int, b *Being) { to.Beings[i].record(b) })
	return nil
}

// record copies a creature.
func (to *savedBeing) record(b *Being) {
	v := &b.Sight
	*to = savedBeing{
		ID: b.ID, Species: b.Species, Home: b.Home, Body: b.Body, Intent: b.Intent, Deed: b.Deed,
		Voice: b.Voice, VoiceFor: b.VoiceFor, OnGuard: b.OnGuard, Hauling: b.Hauling,
		Seen:  [4]world.AgentID{idOf(v.Enemy), idOf(v.Prey), idOf(v.Carrion), idOf(v.Playmate)},
		Sight: seen{v.Friends, v.Food, v.Toy, v.Clutch, v.FoodSeen, v.ClutchSeen, v.Shove},
		Flags: b.flags, Rate: b.rate, Looked: b.looked, Alarm: b.alarm, Hush: b.hush, Dead: b.dead,
	}
}

func idOf(c *nest.Creature) world.AgentID {
	if c == nil {
		return 0
	}
	return c.ID
}

// resume restores a saved state into an empty simulation. from has passed check.
func (s *Sim) resume(from *saved) error {
	if err := s.random.UnmarshalBinary(from.Random); err != nil {
		return fmt.Errorf("%w: %w", ErrSave, err)
	}
	s.Stats, s.Paths, s.News = from.Stats, from.Paths, from.News
	s.nests, s.clutches, s.bushes, s.marks, s.bangs = from.Nests, from.Clutches, from.Bushes, from.Marks, from.Bangs
	s.grazersLeft, s.huntersLeft, s.quiet = from.Left[0], from.Left[1], from.Quiet
	s.shrubs.build(s.size, len(s.bushes), func(i int) nest.Vec { return s.bushes[i].Pos })
	s.toys = nil
	for _, t := range from.Toys {
		s.PutToy(t.Kind, t.Pos)
		last := &s.toys[len(s.toys)-1]
		last.Pos, last.Speed = t.Pos, t.Speed
	}
	for i := range from.Beings {
		f := &from.Beings[i]
		b := &Being{
			Creature: &nest.Creature{
				ID: f.ID, Species: f.Species, Land: land{s}, Home: f.Home, Body: f.Body, Intent: f.Intent, Deed: f.Deed,
				Voice: f.Voice, VoiceFor: f.VoiceFor, OnGuard: f.OnGuard, Hauling: f.Hauling,
			},
			flags: f.Flags, rate: f.Rate, looked: f.Looked, alarm: f.Alarm, hush: f.Hush, dead: f.Dead,
		}
		s.beings = append(s.beings, b)
		s.note(b)
	}
	for i, b := range s.beings {
		f, who := &from.Beings[i], land{s}.Find
		b.Sight = nest.Sight{
			Enemy: who(f.Seen[0]), Prey: who(f.Seen[1]), Carrion: who(f.Seen[2]), Playmate: who(f.Seen[3]),
			Friends: f.Sight.Friends, Food: f.Sight.Food, FoodSeen: f.Sight.FoodSeen, Toy: f.Sight.Toy,
			Clutch: f.Sight.Clutch, ClutchSeen: f.Sight.EggsThere, Shove: f.Sight.Shove,
		}
	}
	return nil
}

// write writes the state.
func (v *saved) write(w io.Writer) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		return err
	}
	head := append([]byte(magic), make([]byte, 8)...)
	binary.LittleEndian.PutUint32(head[len(magic):], uint32(b.Len()))
	binary.LittleEndian.PutUint32(head[len(magic)+4:], crc32.ChecksumIEEE(b.Bytes()))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// read reads the state and nothing after it.
func (v *saved) read(r io.Reader) error {
	head := make([]byte, len(magic)+8)
	if _, err := io.ReadFull(r, head); err != nil || string(head[:len(magic)]) != magic {
		return fmt.Errorf("%w: it does not begin as one", ErrSave)
	}
	size, sum := binary.LittleEndian.Uint32(head[len(magic):]), binary.LittleEndian.Uint32(head[len(magic)+4:])
	if size > most {
		return fmt.Errorf("%w: %d bytes are too many", ErrSave, size)
	}
	var b bytes.Buffer // it grows with what there is, not with what is claimed
	if _, err := io.CopyN(&b, r, int64(size)); err != nil {
		return fmt.Errorf("%w: it is cut off", ErrSave)
	}
	if crc32.ChecksumIEEE(b.Bytes()) != sum {
		return fmt.Errorf("%w: its checksum is wrong", ErrSave)
	}
	if err := gob.NewDecoder(&b).Decode(v); err != nil {
		return fmt.Errorf("%w: %w", ErrSave, err)
	}
	return nil
}

package nest

import (
	"encoding/binary"
	"errors"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
)

// NOTIFY_NEST runs around all activities of a guard: the nest counts her from beginning to end, however that comes.
var notifyNest = Behavior{
	Name: "NOTIFY_NEST",
	Activate: func(c *Context) behavior.Status {
		c.Agent.OnGuard = true
		return behavior.Running
	},
	Deactivate: func(c *Context) { c.Agent.OnGuard = false },
}

// BROOD sits on the eggs until they are warm.
var brood = Behavior{
	Name: "BROOD",
	Tick: func(c *Context) behavior.Status {
		n := c.Agent.home()
		if n.Eggs == 0 || n.Warmth >= 0.95 {
			return behavior.Success
		}
		if c.Agent.walk(n.Pos, Brooding) {
			c.Agent.keep(Warm, c.Agent.Home)
		}
		return behavior.Running
	},
}

// patrolBlock is PATROL's memory: its route. It contains a pointer, so it is allocated once per creature;
// Reset keeps the memory of the last route.
type patrolBlock struct {
	Route []Vec
	Next  int
}

// MarshalBinary and UnmarshalBinary save and load a patrol in progress: snapshots cannot follow pointers.
func (b *patrolBlock) MarshalBinary() ([]byte, error) {
	return binary.Append(binary.LittleEndian.AppendUint32(nil, uint32(b.Next)), binary.LittleEndian, b.Route)
}

func (b *patrolBlock) UnmarshalBinary(data []byte) error {
	if len(data) < 4 || (len(data)-4)%binary.Size(Vec{}) != 0 {
		return errors.New("nest: no route of a patrol")
	}
	b.Next = int(binary.LittleEndian.Uint32(data))
	b.Route = make([]Vec, (len(data)-4)/binary.Size(Vec{}))
	_, err := binary.Decode(data[4:], binary.LittleEndian, b.Route)
	if b.Next >= len(b.Route) {
		return errors.New("nest: a patrol beyond its route")
	}
	return err
}

// PATROL walks once round the nest.
var patrol = WithBlock[patrolBlock]{
	Name:  "PATROL",
	Reset: func(b *patrolBlock) { b.Route, b.Next = b.Route[:0], 0 },
	Activate: func(c *Context, b *patrolBlock) behavior.Status {
		n, land := c.Agent.home(), c.Agent.Land
		spoke := c.Agent.Body.Pos.Sub(n.Pos).Unit()
		if spoke == (Vec{}) {
			spoke = Vec{1, 0}
		}
		for range 4 { // a rough square that begins where she stands
			far := 4 + float64(3*c.Rand().Float64())
			b.Route = append(b.Route, land.Footing(n.Pos.Add(spoke.Times(far))))
			spoke = spoke.Turned()
		}
		return behavior.Running
	},
	Tick: func(c *Context, b *patrolBlock) behavior.Status {
		if c.Agent.walk(b.Route[b.Next], Patrolling) {
			b.Next++
		}
		if b.Next == len(b.Route) {
			return behavior.Success
		}
		return behavior.Running
	},
}

// WATCH stands and looks in all four directions.
var watch = WithBlock[watchBlock]{
	Name: "WATCH",
	Tick: func(c *Context, b *watchBlock) behavior.Status {
		c.Agent.do(Watching)
		if b.Looked += c.DT; b.Looked < 0.6 {
			return behavior.Running
		}
		c.Agent.Body.Facing = c.Agent.Body.Facing.Turned()
		b.Looked, b.Turns = 0, b.Turns+1
		if b.Turns < 4 {
			return behavior.Running
		}
		return behavior.Success
	},
}

// watchBlock is WATCH's memory.
type watchBlock struct {
	Looked float64 // seconds into this direction
	Turns  int32
}

// LAY_EGG lays an egg, and prevents the next for some time.
var layEgg = Behavior{
	Name: "LAY_EGG",
	Tick: func(c *Context) behavior.Status {
		if !c.Agent.walk(c.Agent.home().Pos, Working) || c.Duration() < 2 {
			return behavior.Running
		}
		c.Agent.act(LayEgg, c.Agent.Home)
		note(c, stimuli.Note(Laid, 40))
		return behavior.Success
	},
}

// TURN_EGGS turns them, which warms them a little.
var turnEggs = Behavior{
	Name: "TURN_EGGS",
	Tick: func(c *Context) behavior.Status {
		if c.Agent.walk(c.Agent.home().Pos, Working) {
			c.Agent.keep(TurnEggs, c.Agent.Home)
		}
		return doneAfter(c, 2)
	},
}

// TIDY carries things out of the nest.
var tidy = Behavior{
	Name: "TIDY",
	Tick: func(c *Context) behavior.Status {
		c.Agent.walk(c.Agent.home().Pos.Add(Vec{1.5, 1}), Working)
		return doneAfter(c, 1.5)
	},
}

package decider_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// player is an agent that plays a scene: each of its functions returns what the scene says, and is written down.
type player struct {
	returns map[string]behavior.Status     // by "DECIDER.function"; else Running. Failure makes a Decide reject
	does    map[string]func(*stageContext) // what the scene has it do besides
	at      func(c *stageContext, n int)   // called in the n-th of all calls; nil for nothing
	calls   []string                       // "DECIDER.function", of a Deactivate also its reason
	open    []string                       // deciders whose behavior is owed a Deactivate, in order of activation
	faults  []string                       // calls that must not be
}

type (
	stageContext  = behavior.Context[*player]
	stageDecider  = decider.Decider[*player]
	stageChildren = decider.Children[*player]
	stageMemory   = decider.Memory[*player]
	stageTree     = decider.Tree[*player]
	stageSlot     = decider.Slot[*player]
	stageBlock    struct{ Open, Ticks int64 }
)

func (p *player) call(c *stageContext, function string) behavior.Status {
	name := c.DeciderName()
	id := name + "." + function
	written := id
	at := slices.Index(p.open, name)
	switch {
	case function == "activate" && at < 0:
		p.open = append(p.open, name)
	case function == "deactivate" && at >= 0:
		p.open = slices.Delete(p.open, at, at+1)
	case function != "decide" && (at < 0 || function == "activate"):
		p.faults = append(p.faults, id)
	}
	if function == "deactivate" {
		written += " " + c.Reason().String()
	}
	p.calls = append(p.calls, written)
	if do := p.does[id]; do != nil {
		do(c)
	}
	if p.at != nil {
		p.at(c, len(p.calls)-1)
	}
	if st, is := p.returns[id]; is {
		return st
	}
	return behavior.Running
}

// callWith is call where the behavior has a block, which must be as its place left it.
func (p *player) callWith(c *stageContext, function string, b *stageBlock) behavior.Status {
	want := int64(1)
	if function == "activate" {
		want = 0
	}
	if b.Open != want {
		p.faults = append(p.faults, fmt.Sprintf("%s.%s found %+v", c.DeciderName(), function, *b))
	}
	b.Open = 1
	b.Ticks++
	if function == "deactivate" {
		b.Open = 0
	}
	return p.call(c, function)
}

func playerDecides(c *stageContext) float64 {
	return behavior.If(c.Agent.call(c, "decide") != behavior.Failure)
}

// acts is what every behavior on stage does. With a time for it, it has a Leave.
func acts(name string, leaveTimeout float64) *behavior.WithBlock[*player, stageBlock] {
	b := &behavior.WithBlock[*player, stageBlock]{
		Name:       name,
		Activate:   func(c *stageContext, b *stageBlock) behavior.Status { return c.Agent.callWith(c, "activate", b) },
		Tick:       func(c *stageContext, b *stageBlock) behavior.Status { return c.Agent.callWith(c, "tick", b) },
		Deactivate: func(c *stageContext, b *stageBlock) { c.Agent.callWith(c, "deactivate", b) },
	}
	if leaveTimeout > 0 {
		b.LeaveTimeout = leaveTimeout
		b.Leave = func(c *stageContext, b *stageBlock) behavior.Status { return c.Agent.callWith(c, "leave", b) }
	}
	return b
}

// scene is a play of an agent: what it is made of and what happens.
type scene struct {
	name  string
	body  *stageDecider
	toys  map[*stageSlot][]*stageDecider // what gets plugged in
	trees map[*stageDecider]*stageTree
	steps []sceneStep
	wants []string // some of the calls, by which one sees that it is what it should be

	path   map[string]string // by decider, in words
	above  map[string]string // its group or slot
	rank   map[string]int    // in the order of the declarations
	policy map[string]decider.Policy
}

// sceneStep is a tick, or what is done between ticks.
type sceneStep struct {
	flags   decider.DecisionFlags
	returns string // "DECIDER.function=Status", separated by blanks
	inside  map[string]func(*stageContext)
	outside func(*stageMemory) error
}

// setUp makes the scene's trees, and learns what stands where.
func (s *scene) setUp(t testing.TB) {
	s.trees = map[*stageDecider]*stageTree{}
	s.path, s.above = map[string]string{}, map[string]string{}
	s.rank, s.policy = map[string]int{}, map[string]decider.Policy{}
	s.grow(t, s.body, "")
}

// grow makes a tree, and those that get plugged into it.
func (s *scene) grow(t testing.TB, d *stageDecider, above string) {
	tree, err := decider.InitializeTreeData(d)
	require.NoError(t, err)
	s.trees[d] = tree
	s.learn(t, d, above)
}

func (s *scene) learn(t testing.TB, d *stageDecider, above string) {
	s.path[d.Name], s.above[d.Name] = d.Name, above
	if above != "" {
		s.path[d.Name] = s.path[above] + " > " + d.Name
	}
	s.rank[d.Name], s.policy[d.Name] = len(s.rank), d.Policy
	for _, child := range d.Children {
		s.learn(t, child, d.Name)
	}
	if d.Slot != nil {
		for _, toy := range s.toys[d.Slot] {
			s.grow(t, toy, d.Name)
		}
	}
}

// line is a decider and all above it, the root first.
func (s *scene) line(name string) (all []string) {
	for ; name != ""; name = s.above[name] {
		all = append([]string{name}, all...)
	}
	return all
}

// down is the calls by which what is open goes down, Panicked: deepest first, of branches the one activated last.
func (s *scene) down(open []string) []string {
	calls := []string{}
	order := slices.Clone(open)
	slices.SortFunc(order, func(a, b string) int {
		x, y := s.line(a), s.line(b)
		i := 0
		for i < len(x) && i < len(y) && x[i] == y[i] {
			i++
		}
		group := s.policy[x[i-1]]
		if i < len(x) && i < len(y) && (group == decider.ReactiveSequence || group == decider.ReactiveSelector) {
			return slices.Index(open, b) - slices.Index(open, a)
		}
		return s.rank[b] - s.rank[a]
	})
	for _, name := range order {
		calls = append(calls, name+".deactivate Panicked")
	}
	return calls
}

// stage is a scene that is being played.
type stage struct {
	*scene
	memory *stageMemory
	player *player
	next   int // step
}

func (s *scene) begin() *stage {
	return &stage{scene: s, memory: s.trees[s.body].NewMemory(nil, 7), player: &player{}}
}

var statusNames = map[string]behavior.Status{"Running": behavior.Running, "Success": behavior.Success, "Failure": behavior.Failure}

// step does the next step.
func (g *stage) step() error {
	st := &g.steps[g.next]
	g.player.returns = map[string]behavior.Status{}
	for _, word := range strings.Fields(st.returns) {
		id, status, _ := strings.Cut(word, "=")
		g.player.returns[id] = statusNames[status]
	}
	g.player.does = st.inside
	g.next++
	if st.outside != nil {
		return st.outside(g.memory)
	}
	return g.tick(st.flags)
}

// tick is a tick at the time of the step before the next.
func (g *stage) tick(flags decider.DecisionFlags) error {
	return decider.TickBehaviorTree(g.memory, g.player, decider.Input{Time: float64(g.next), DT: 1, DecisionFlags: flags})
}

// over reports whether all steps are done.
func (g *stage) over() bool { return g.next == len(g.steps) }

// performance is what came of a scene.
type performance struct {
	calls  []string
	states []string // what the memory held after each step
	ends   []int    // how many calls there were then
}

// undisturbed plays the scene as it is written.
func (s *scene) undisturbed(t testing.TB, o event.Observer) (done performance) {
	g := s.begin()
	g.memory.Observe(o)
	for !g.over() {
		require.NoError(t, g.step(), "step %d of %s", g.next, s.name)
		done.states = append(done.states, memoryText(g.memory))
		done.ends = append(done.ends, len(g.player.calls))
	}
	require.Empty(t, g.player.faults)
	done.calls = g.player.calls
	return done
}

// owed is how many Deactivates are owed, as the memory tells it.
func (g *stage) owed() (n int) {
	for s, next := g.memory.StateAt(0, true); next >= 0; s, next = g.memory.StateAt(next, true) {
		if s.Behavior.Name != "" && (!s.Resting || s.Children > 0) {
			n++
		}
	}
	return n
}

// spectator is an observer that wants everything and keeps nothing.
type spectator struct{ events int }

func (*spectator) ObserveLevel(world.AgentID) event.Level { return 5 }
func (o *spectator) Observe(*event.Event)                 { o.events++ }

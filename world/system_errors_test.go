package world_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

func TestUnknownTokens(t *testing.T) {
	s := newStage(t, 2)
	require.ErrorIs(t, s.system.Complete(s.world, 1, ""), world.ErrToken, "of a system without requests")
	s.frame(0)
	tokens, _ := s.launched(1)
	for name, token := range map[string]world.Token{
		"none": 0, "still in the queue": tokens[0] + 1, "no such slot": 99, "not yet": tokens[0] + 1<<32, "highest": ^world.Token(0), "no slot": 1 << 32,
	} {
		require.ErrorIs(t, s.system.Complete(s.world, token, ""), world.ErrToken, name)
		err := s.system.Fail(s.world, token, errNoWay)
		require.ErrorIs(t, err, world.ErrToken, name)
		var e *world.TokenError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, world.TokenError{System: "PATHS", Token: token, Err: world.ErrToken}, *e)
	}
	assert.Equal(t, `world: system "PATHS" was handed no request 0x63 in this world; complete what its Launched yields`,
		s.system.Complete(s.world, 99, "").Error())
	require.NoError(t, s.system.Complete(s.world, tokens[0], "north"), "nothing has changed")
	s.frame(0)
	assert.Equal(t, []string{"10: north", "10: Succeeded"}, s.notes(0))
	assert.Empty(t, s.notes(1))
}

// A second completion is an error at any time, and the first one holds.
func TestCompletedTwice(t *testing.T) {
	s := newStage(t, 1)
	s.frame(0)
	tokens, _ := s.launched(0)
	require.NoError(t, s.system.Complete(s.world, tokens[0], "north"))
	again := func() {
		t.Helper()
		require.ErrorIs(t, s.system.Complete(s.world, tokens[0], "south"), world.ErrCompleted)
		require.ErrorIs(t, s.system.Fail(s.world, tokens[0], errNoWay), world.ErrCompleted)
	}
	again()
	require.NoError(t, s.world.Advance(1))
	again()
	require.NoError(t, s.tick(0, 0))
	again()
	assert.Equal(t, []string{"10: north", "10: Succeeded"}, s.notes(0))
	for range 20 { // its slot is reused
		s.frame(0)
		next, _ := s.launched(0)
		for _, token := range next {
			require.NoError(t, s.system.Complete(s.world, token, "west"))
		}
		again()
	}
	assert.Equal(t, `world: request 0x1 of system "PATHS" was completed before; complete each once, by Complete or by Fail`,
		s.system.Complete(s.world, tokens[0], "").Error())
	assert.Zero(t, s.world.Stats().Stale)
}

// Completing a cancelled request is counted and no error, whether the tick or the completion came first, and whether or
// not the system has fetched the cancellation.
func TestStale(t *testing.T) {
	interrupt := func(s *stage) { require.NoError(t, s.tick(0, alarm)) }
	for name, play := range map[string]func(s *stage, complete func()) (told int){
		"cancelled, then completed": func(s *stage, complete func()) int {
			interrupt(s)
			complete()
			return len(s.cancelled())
		},
		"completed, then cancelled": func(s *stage, complete func()) int {
			complete()
			interrupt(s)
			return len(s.cancelled())
		},
		"completed before it is told": func(s *stage, complete func()) int {
			interrupt(s)
			s.frame(alarm)
			complete()
			return len(s.cancelled())
		},
		"completed after it is told": func(s *stage, complete func()) int {
			interrupt(s)
			told := len(s.cancelled())
			complete()
			return told
		},
		"completed much later": func(s *stage, complete func()) int {
			interrupt(s)
			told := len(s.cancelled())
			for range 100 { // the slot is reused 50 times
				s.frame(0)
				tokens, _ := s.launched(0)
				for _, token := range tokens {
					require.NoError(s.t, s.system.Complete(s.world, token, "west"))
				}
			}
			complete()
			return told
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 1)
			s.frame(0)
			tokens, _ := s.launched(0)
			told := play(s, func() {
				require.NoError(t, s.system.Complete(s.world, tokens[0], "north"))
				require.ErrorIs(t, s.system.Complete(s.world, tokens[0], "north"), world.ErrCompleted)
			})
			wants := 0
			if name == "completed after it is told" || name == "completed much later" {
				wants = 1
			}
			assert.Equal(t, wants, told)
			assert.Equal(t, uint64(1), s.world.Stats().Stale)
			s.frame(0)
			s.frame(0)
			assert.NotContains(t, s.notes(0), "10: north")
			assert.Empty(t, s.cancelled())
			assert.Equal(t, uint64(1), s.world.Stats().Stale)
			require.ErrorIs(t, s.system.Complete(s.world, tokens[0], "north"), world.ErrCompleted)
		})
	}
}

// A slot knows the ends of its last 64 requests; older ones count as cancelled.
func TestStaleForLong(t *testing.T) {
	s := newStage(t, 1)
	var first world.Token
	for range 140 {
		s.frame(0)
		tokens, _ := s.launched(0)
		for _, token := range tokens {
			if first == 0 {
				first = token
			}
			require.NoError(t, s.system.Complete(s.world, token, "north"))
		}
	}
	require.NoError(t, s.system.Complete(s.world, first, "south"))
	assert.Equal(t, uint64(1), s.world.Stats().Stale)
}

func TestDeferredWithoutWorld(t *testing.T) {
	system := &paths{Name: "PATHS"}
	m, a := walking(t, system).NewMemory(nil, 1), &walker{goal: 3}
	err := decider.TickBehaviorTree(m, a, decider.Input{})
	require.ErrorIs(t, err, world.ErrNoWorld)
	assert.ErrorContains(t, err, `launching a request: world: system "PATHS" needs a world, and there is none; make one with world.New`)
	assert.Zero(t, a.launched)
	assert.Equal(t, []string{"0: Failed"}, a.notes)
	require.ErrorIs(t, system.Complete(nil, 1, ""), world.ErrNoWorld)
	for range system.Launched(nil, 0) {
		t.Error("a request from nowhere")
	}
	for range system.Cancelled(nil) {
		t.Error("a request from nowhere")
	}
}

func TestSystemOfClosedWorld(t *testing.T) {
	s := newStage(t, 2)
	s.frame(0)
	tokens, _ := s.launched(1)
	require.NoError(t, s.world.Close())
	assert.Equal(t, []string{"10: Closed"}, s.notes(0))
	assert.Equal(t, []string{"11: Closed"}, s.notes(1))
	require.ErrorIs(t, s.system.Complete(s.world, tokens[0], "north"), world.ErrClosed)
	require.ErrorIs(t, s.system.Fail(s.world, tokens[0], errNoWay), world.ErrClosed)
	left, _ := s.launched(0)
	assert.Empty(t, left)
	assert.Empty(t, s.cancelled())
	var at world.Token
	require.ErrorIs(t, s.system.Launch(engine.Key{}, s.world, 1, &at, 1), world.ErrClosed)
	require.ErrorIs(t, (&paths{Name: "OTHER"}).Open(engine.Key{}, s.world), world.ErrClosed)
	assert.Zero(t, at)
}

// Snapshots match systems by name, so two systems of one name are refused.
func TestSystemsOfOneName(t *testing.T) {
	w := world.New(world.Options{})
	first, second := &paths{Name: "PATHS"}, &world.System[string, int]{Name: "PATHS"}
	require.NoError(t, first.Open(engine.Key{}, w))
	require.NoError(t, first.Open(engine.Key{}, w), "it is the same")
	require.ErrorIs(t, second.Open(engine.Key{}, w), world.ErrNameTwice)
	m := walking(t, &paths{Name: "PATHS"}).NewMemory(w, w.NewAgent())
	err := decider.TickBehaviorTree(m, &walker{}, decider.Input{})
	require.ErrorIs(t, err, world.ErrNameTwice)
	assert.ErrorContains(t, err, `there is another system "PATHS" in this world`)
	require.NoError(t, second.Open(engine.Key{}, world.New(world.Options{})))
}

func TestNoSystem(t *testing.T) {
	var none *paths
	w := world.New(world.Options{})
	require.ErrorIs(t, none.Complete(w, 1, ""), world.ErrNoSystem)
	require.ErrorIs(t, none.Open(engine.Key{}, w), world.ErrNoSystem)
	for range none.Launched(w, 0) {
		t.Error("a request from nobody")
	}
	for range none.Cancelled(w) {
		t.Error("a request from nobody")
	}
	lacking := findPath{Name: "FIND_PATH"}
	calls := lacking.Calls(engine.Key{}, nil)
	block, c := calls.Block.New(), (&walkerContext{}).Plain(engine.Key{})
	assert.Equal(t, uint8(behavior.Failure), calls.ActivateBlock(c, block))
	require.ErrorIs(t, c.Err, world.ErrNoSystem)
	assert.Equal(t, uint8(behavior.Running), calls.TickBlock(c, block))
	assert.True(t, calls.Idle(c, block))
	calls.DeactivateBlock(c, block)

	assert.Equal(t, "System", lacking.Calls(engine.Key{}, nil).Lacks)
	lacking.System = &paths{}
	assert.Equal(t, "System.Name", lacking.Calls(engine.Key{}, nil).Lacks)
	lacking.System.Name = "PATHS"
	assert.Equal(t, "Launch", lacking.Calls(engine.Key{}, nil).Lacks)
	lacking.Launch = func(*walkerContext, *walkBlock) int { return 1 }
	assert.Empty(t, lacking.Calls(engine.Key{}, nil).Lacks)
}

// herd stands for a crowd.
type herd struct {
	ticking bool
	woken   []world.AgentID
}

func (*herd) OwnerName(engine.Key) string                                     { return "HERD" }
func (*herd) Deliver(engine.Key, world.AgentID, stimuli.Stimulus, bool) error { return nil }
func (h *herd) Wake(_ engine.Key, id world.AgentID)                           { h.woken = append(h.woken, id) }
func (*herd) CloseOwner(engine.Key) error                                     { return nil }
func (h *herd) TickingNow(engine.Key) bool                                    { return h.ticking }
func (*herd) Agents(engine.Key) int                                           { return 3 }

// A crowd's agents are woken for their results, in the order of their tokens; nothing is settled while the crowd ticks.
func TestSystemAndCrowd(t *testing.T) {
	w, system, crowd := world.New(world.Options{}), &paths{Name: "PATHS"}, &herd{}
	require.NoError(t, w.Own(engine.Key{}, crowd))
	first := w.Page(engine.Key{}, crowd)
	var at [3]world.Token
	for i := range at {
		require.NoError(t, system.Launch(engine.Key{}, w, first+world.AgentID(i), &at[i], i))
	}
	crowd.ticking = true
	for range system.Launched(w, 0) {
		t.Error("in the middle of a tick")
	}
	crowd.ticking = false
	var tokens []world.Token
	for token := range system.Launched(w, 0) {
		tokens = append(tokens, token)
	}
	assert.Equal(t, at[:], tokens)
	require.NoError(t, system.Complete(w, tokens[2], "north"))
	require.NoError(t, system.Complete(w, tokens[0], "north"))
	assert.Empty(t, crowd.woken)
	require.NoError(t, w.Advance(1))
	assert.Equal(t, []world.AgentID{first, first + 2}, crowd.woken)
	assert.False(t, system.Arrived(engine.Key{}, w, first+1, at[1]))
	assert.True(t, system.Arrived(engine.Key{}, w, first, at[0]))
	assert.False(t, system.Arrived(engine.Key{}, w, first+1, at[0]), "another's")
	_, ok, _, _ := system.Take(engine.Key{}, w, first+1, &at[1])
	assert.False(t, ok)
	require.NoError(t, w.Advance(1))
	assert.Len(t, crowd.woken, 2, "once")
}

// Tokens from elsewhere, such as the block bytes of a snapshot, have no effect.
func TestForeignTokens(t *testing.T) {
	s := newStage(t, 1)
	s.frame(0)
	tokens, _ := s.launched(0)
	for _, token := range []world.Token{0, 5, 1 << 32, tokens[0], tokens[0] + 1<<32, ^world.Token(0), ^world.Token(0) - 1} {
		at := token
		assert.False(t, s.system.Arrived(engine.Key{}, s.world, 77, token))
		_, ok, _, _ := s.system.Take(engine.Key{}, s.world, 77, &at)
		assert.False(t, ok)
		s.system.Cancel(engine.Key{}, s.world, 77, &at)
		assert.Zero(t, at)
	}
	assert.Empty(t, s.cancelled())
	require.NoError(t, s.system.Complete(s.world, tokens[0], "north"))
	s.frame(0)
	assert.Equal(t, []string{"10: north", "10: Succeeded"}, s.notes(0))
}

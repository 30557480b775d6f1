package decider_test

import (
	"errors"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// alarmed is the input of these tests: its flag lets ALARM be asked.
func alarmed(time float64) decider.Input { return decider.Input{Time: time, DT: 1, DecisionFlags: 1} }

// userCode lists every function that can panic, and the calls of the tick in which it does.
var userCode = []struct {
	function string
	log      []string // of the tick, after it
}{
	{"ROOT.tick", []string{"ROOT.tick", "PATROL.deactivate", "GUARD.deactivate", "ROOT.deactivate"}},
	{"ALARM.decide", []string{"ROOT.tick", "ALARM.decide", "PATROL.deactivate", "GUARD.deactivate", "ROOT.deactivate"}},
	{"PATROL.deactivate", []string{"ROOT.tick", "ALARM.decide", "PATROL.deactivate", "GUARD.deactivate", "ROOT.deactivate"}},
	{"GUARD.deactivate", []string{"ROOT.tick", "ALARM.decide", "PATROL.deactivate", "GUARD.deactivate", "ROOT.deactivate"}},
	{"ALARM.activate", []string{"ROOT.tick", "ALARM.decide", "PATROL.deactivate", "GUARD.deactivate", "ALARM.activate", "ALARM.deactivate", "ROOT.deactivate"}},
	{"ALARM.tick", []string{"ROOT.tick", "ALARM.decide", "PATROL.deactivate", "GUARD.deactivate", "ALARM.activate", "ALARM.tick", "ALARM.deactivate", "ROOT.deactivate"}},
}

// soundAfter checks that the panic has left no trace in the memory.
func soundAfter(t *testing.T, memory *pawnMemory, p *pawn) {
	t.Helper()
	_, next := memory.StateAt(0, true)
	assert.Negative(t, next, "nothing is active")
	p.log, p.do = nil, nil
	require.NoError(t, decider.TickBehaviorTree(memory, p, decider.Input{Time: 4}))
	assert.Equal(t, []string{"ROOT.activate", "ROOT.tick", "GUARD.activate", "GUARD.tick", "PATROL.activate", "PATROL.tick"}, p.log)
	assert.Equal(t, behavior.Running, memory.Status())
	require.NoError(t, memory.Reset())
}

// A panic in any function, with any value, takes the whole path down once and is an error of the tick; a second
// agent of the same tree is not affected.
func TestPanics(t *testing.T) {
	cause := errors.New("cause")
	for name, value := range map[string]any{"string": "ouch", "error": cause, "nil": nil, "runtime error": (*int)(nil)} {
		for _, broken := range userCode {
			for _, observer := range []event.Observer{nil, deaf{}} {
				t.Run(name+"/"+broken.function, func(t *testing.T) {
					memory, p := pawnAt(t, nil)
					memory.Observe(observer)
					neighbour := memory.Tree().NewMemory(nil, 8)
					calm := &pawn{}
					require.NoError(t, decider.TickBehaviorTree(neighbour, calm, decider.Input{Time: 2}))
					before := stateOf(neighbour)
					p.do[broken.function] = func(*pawnContext) {
						if nowhere, is := value.(*int); is {
							*nowhere = 1
						}
						panic(value)
					}
					err := decider.TickBehaviorTree(memory, p, alarmed(3))
					require.ErrorIs(t, err, decider.ErrPanic)
					var e *decider.PanicError
					require.ErrorAs(t, err, &e)
					assert.Contains(t, string(e.Stack), "panic_test.go", "where it was")
					assert.Regexp(t, `: decider: user code panicked at decider/panic_test\.go:\d+: `, err.Error())
					switch value.(type) {
					case error:
						require.ErrorIs(t, err, cause)
					case nil:
						var is *runtime.PanicNilError
						require.ErrorAs(t, err, &is)
					case *int:
						var is runtime.Error
						require.ErrorAs(t, err, &is)
					}
					assert.Equal(t, broken.log, p.log)
					assert.Equal(t, behavior.Failure, memory.Status())
					assert.Equal(t, before, stateOf(neighbour))
					soundAfter(t, memory, p)
				})
			}
		}
	}
}

// A panic in every Deactivate: each is called once, each is reported.
func TestPanicsDuringTeardown(t *testing.T) {
	for _, end := range []struct {
		name string
		by   func(*pawnMemory, *pawn) error
	}{
		{"interrupted", func(m *pawnMemory, p *pawn) error { return decider.TickBehaviorTree(m, p, alarmed(3)) }},
		{"panic", func(m *pawnMemory, p *pawn) error {
			p.do["PATROL.tick"] = func(*pawnContext) { panic("first") }
			return decider.TickBehaviorTree(m, p, decider.Input{Time: 3})
		}},
		{"Reset", func(m *pawnMemory, _ *pawn) error { return m.Reset() }},
		{"Close", func(m *pawnMemory, _ *pawn) error { return m.Close() }},
		{"Reset inside", func(m *pawnMemory, p *pawn) error {
			p.do["PATROL.tick"] = func(*pawnContext) { assert.NoError(t, m.Reset()) }
			return decider.TickBehaviorTree(m, p, decider.Input{Time: 3})
		}},
	} {
		t.Run(end.name, func(t *testing.T) {
			memory, p := pawnAt(t, nil)
			var reasons []behavior.Reason
			for _, name := range []string{"PATROL", "GUARD", "ROOT"} {
				p.do[name+".deactivate"] = func(c *pawnContext) {
					reasons = append(reasons, c.Reason())
					panic(errors.New(name))
				}
			}
			err := end.by(memory, p)
			require.ErrorIs(t, err, decider.ErrPanic)
			for _, name := range []string{"PATROL", "GUARD", "ROOT"} {
				require.ErrorContains(t, err, name)
			}
			require.Len(t, reasons, 3)
			assert.Equal(t, []behavior.Reason{behavior.Panicked, behavior.Panicked}, reasons[1:])
			if end.name == "Close" {
				require.ErrorIs(t, memory.Reset(), decider.ErrClosed)
				return
			}
			if end.name == "Reset" {
				assert.Zero(t, memory.Status())
			}
			soundAfter(t, memory, p)
		})
	}
}

// runtime.Goexit (a test's FailNow, say) ends the goroutine; the memory is as after a panic and ticks in another.
func TestGoexit(t *testing.T) {
	elsewhere := func(do func()) {
		var done sync.WaitGroup
		done.Go(do)
		done.Wait()
	}
	for _, broken := range userCode {
		t.Run(broken.function, func(t *testing.T) {
			memory, p := pawnAt(t, nil)
			p.do[broken.function] = func(*pawnContext) { runtime.Goexit() }
			elsewhere(func() { _ = decider.TickBehaviorTree(memory, p, alarmed(3)) })
			assert.Equal(t, broken.log, p.log)
			assert.Equal(t, behavior.Failure, memory.Status())
			soundAfter(t, memory, p)
		})
	}
	all := func(p *pawn) {
		for _, name := range []string{"PATROL", "GUARD", "ROOT"} {
			p.do[name+".deactivate"] = func(*pawnContext) { runtime.Goexit() }
		}
	}
	t.Run("every Deactivate", func(t *testing.T) {
		memory, p := pawnAt(t, nil)
		all(p)
		elsewhere(func() { _ = decider.TickBehaviorTree(memory, p, alarmed(3)) })
		assert.Equal(t, []string{"ROOT.tick", "ALARM.decide", "PATROL.deactivate", "GUARD.deactivate", "ROOT.deactivate"}, p.log)
		soundAfter(t, memory, p)
	})
	t.Run("every Deactivate, in Reset", func(t *testing.T) {
		memory, p := pawnAt(t, nil)
		all(p)
		elsewhere(func() { _ = memory.Reset() })
		assert.Equal(t, []string{"PATROL.deactivate", "GUARD.deactivate", "ROOT.deactivate"}, p.log)
		assert.Zero(t, memory.Status())
		soundAfter(t, memory, p)
	})
}

// A panic in a block's Reset, which runs when its behavior is about to activate.
func TestPanicInBlockReset(t *testing.T) {
	var log []string
	broken := true
	b := behavior.WithBlock[struct{}, []int]{
		Name:       "ROUTE",
		Deactivate: func(c *plainContext, _ *[]int) { log = append(log, c.Reason().String()) },
		Reset: func(*[]int) {
			if broken {
				panic("ouch")
			}
		},
	}
	memory := decider.MustInitializeTreeData(under(&plain{Name: "A", Behavior: &b})).NewMemory(nil, 0)
	err := decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
	require.ErrorIs(t, err, decider.ErrPanic)
	require.ErrorContains(t, err, "Activate of ROOT > A")
	assert.Equal(t, []string{"Panicked"}, log)
	broken = false
	require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{}))
}

// LetPanics lets a panic go up untouched. The next call, whichever, takes the path down first.
func TestLetPanics(t *testing.T) {
	for _, broken := range userCode {
		for name, next := range map[string]func(*pawnMemory, *pawn) error{
			"tick":  func(m *pawnMemory, p *pawn) error { return decider.TickBehaviorTree(m, p, decider.Input{Time: 3}) },
			"Reset": func(m *pawnMemory, _ *pawn) error { return m.Reset() },
			"Close": func(m *pawnMemory, _ *pawn) error { return m.Close() },
		} {
			t.Run(broken.function+"/"+name, func(t *testing.T) {
				memory, p := pawnAt(t, nil)
				memory.LetPanics(true)
				p.do[broken.function] = func(*pawnContext) { panic("mine") }
				assert.PanicsWithValue(t, "mine", func() { _ = decider.TickBehaviorTree(memory, p, alarmed(3)) })
				assert.Equal(t, behavior.Failure, memory.Status())
				p.do = nil
				require.NoError(t, next(memory, p))
				down := p.log[:len(broken.log)]
				assert.Equal(t, broken.log, down, "all in all the same is called, each once")
				switch name {
				case "tick":
					assert.Equal(t, "ROOT.activate", p.log[len(down)])
				default:
					assert.Len(t, p.log, len(down))
				}
				if name != "Close" {
					require.NoError(t, memory.Reset())
					soundAfter(t, memory, p)
				}
			})
		}
	}
}

package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type Input struct {
	Time, DT      float64
	DecisionFlags DecisionFlags
	Stimuli       *stimuli.Set
}
type Tree[A any] struct{ root *Decider[A] }
type Memory[A any] struct{ tree *Tree[A] }

func InitializeTreeData[A any](root *Decider[A]) (*Tree[A], error) { panic("") }
func MustInitializeTreeData[A any](root *Decider[A]) *Tree[A]     { panic("") }
func TreeOf[A any](c *behavior.Context[A]) *Tree[A]              { panic("") }

func (t *Tree[A]) NewMemory(w *world.World, id world.AgentID) *Memory[A] { panic("") }
func (t *Tree[A]) String() string                                      { panic("") }

func TickBehaviorTree[A any](m *Memory[A], agent A, in Input) error { panic("") }

func (m *Memory[A]) Reset() error            { panic("") }
func (m *Memory[A]) Close() error            { panic("") }
func (m *Memory[A]) Status() behavior.Status { panic("") }
func (m *Memory[A]) ID() world.AgentID       { panic("") }
func (m *Memory[A]) Observe(Observer)        { panic("") }

// StateAt walks the deciders in the order they are declared (a group before its children): start with cursor
// 0, go on with next until it is negative. With activeOnly only active deciders are visited.
func (m *Memory[A]) StateAt(cursor int, activeOnly bool) (s State, next int) { panic("") }

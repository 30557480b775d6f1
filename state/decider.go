package state

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// State is one decider's state in one agent, for people and tools: a line of DebugPrintState.
type Decider struct {
	Place         int         // in the tree's order
	Tree          event.Label // the root of the tree Place counts in: the agent's own, or one that is plugged in
	Depth         int         // 0 for the root
	Index         int         // within its group, 0 for the root
	Decider       event.Label
	Kind          declaration.Kind
	Policy        declaration.Policy
	Flags         declaration.Flags
	Children      int
	Active        bool
	ActiveChild   int            // index of the active child, of several the first; -1 for none
	ActiveCount   int            // how many children are active: more than one only in a Concurrent group
	ActiveSet     uint64         // which: bit i for the child of index i, the first 64 of them
	Duration      float64        // seconds it has been active, 0 where it is not
	Behavior      event.Label    // zero where it has none
	BehaviorFlags behavior.Flags // handed to the behavior
	BlockSize     int            // bytes of the behavior's block
	Target        event.Label    // of a Jump; of a slot the root of what is plugged in
	Resting       bool           // active, and waiting for the next tick to begin again (Repeat)
	Iteration     int            // of a Repeat: the one it is in, 1 for the first; 0 where it is not active
	Pending       event.Label    // of a group: what becomes active when a Leave below it is done
	Leaving       bool           // active, and its behavior's Leave is under way
	LeaveLeft     float64        // seconds it may still take
	Period        float64        // seconds between Ticks of its behavior; 0 for every tick
	NextTick      float64        // seconds until the next one, where it is active and has a Period
	TimeoutLeft   float64        // seconds until its Timeout ends it, where it is active and has one
	CooldownLeft  float64        // seconds until its Cooldown has run out; 0 where it has, or there is none
	EveryLeft     float64        // seconds until its Every is due; 0 where it is, or there is none
	Entries       int            // how often it was entered, where it has a Limit
	System        string         // whose result its behavior, which is deferred and active, waits for; "" for none
	Token         world.Token    // of that request; 0 until the frame it was launched in is over
	Gate          Gate           // as it is in the world now; zero where it has none
	Squad         Squad          // as it is in the world now; zero where it has none
}

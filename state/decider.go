package state

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// Decider is the state of one decider in one agent: a line of DebugPrintState.
type Decider struct {
	Place         int         // in the tree's order
	Tree          event.Label // the root of Place's tree: the agent's own, or a plugged one
	Depth         int         // 0 for the root
	Index         int         // within its group, 0 for the root
	Decider       event.Label
	Kind          declaration.Kind
	Policy        declaration.Policy
	Options       declaration.Options
	Children      int
	Active        bool
	ActiveChild   int                    // index of the active child, or the first of several; -1 for none
	ActiveCount   int                    // number of active children: more than one only in a Concurrent group
	ActiveSet     uint64                 // bit i is set if child i is active, for the first 64
	Duration      float64                // seconds it has been active; 0 if it is not
	Behavior      event.Label            // zero for none
	BehaviorFlags behavior.BehaviorFlags // passed to the behavior
	Given         string                 // the parameter of a behavior.Given as text; its type if it is not plain data; "" for none
	BlockSize     int                    // bytes of the behavior's block
	Target        event.Label            // of a Jump; for a slot the root of the plugged tree
	Resting       bool                   // active, and begins again in the next tick (Repeat)
	Iteration     int                    // of a Repeat, from 1; 0 if it is not active
	Pending       event.Label            // of a group: the child that becomes active after a Leave below it
	Leaving       bool                   // its behavior's Leave is running
	LeaveLeft     float64                // seconds that Leave may still take
	Period        float64                // seconds between Ticks of its behavior; 0 for every tick
	NextTick      float64                // seconds until the next Tick, if it is active and has a Period
	TimeoutLeft   float64                // seconds until its Timeout, if it is active and has one
	CooldownLeft  float64                // seconds until its Cooldown ends; 0 if it has ended, or there is none
	EveryLeft     float64                // seconds until its Every is due; 0 if it is, or there is none
	Entries       int                    // number of entries, if it has a Limit
	Limit         int                    // the most entries; 0 for no limit
	Turn          Turn                   // in its group
	TurnsLeft     int                    // of a Shuffle, and of an active Sequential, SequentialLooping or OneOff group: children whose turn is still to come; else 0
	Accepted      int                    // of an active Concurrent group: children that count; else 0
	Succeeded     int                    // of those, how many have succeeded
	Failed        int                    // of those, how many have failed
	Waiting       Waiting                // of an active group: the child that it waits for; zero for none
	System        string                 // the system whose result its deferred behavior waits for; "" for none
	Token         world.Token            // of that request; 0 until the end of the frame that launched it
	Gate          Gate                   // as it is in the world now; zero for none
	Squad         Squad                  // as it is in the world now; zero for none
}

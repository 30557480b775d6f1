// Package state describes one agent between ticks, for people and tools: each decider, each blackboard value, and what the
// agent has of gates and squads.
package state

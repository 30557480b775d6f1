// Package state describes one agent between ticks, for people and tools: its deciders, its blackboard values, and its
// part in gates and squads.
package state

// Package event holds the events of an agent's ticks, the observers that receive them, hooks around visits, and the errors
// of a tick. Nothing in it depends on the agent's type.
package event

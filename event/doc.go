// Package event tells what happens in an agent's ticks: events, the observers that get them, hooks around visits, and the
// errors of a tick. It depends on no agent's type.
package event

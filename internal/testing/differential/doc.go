// Package differential holds tests that run random trees in the engine and in the reference interpreter and compare every
// event: for agents alone, in worlds and in crowds, recorded and replayed, saved and restored.
package differential

// Package differential holds the tests that run random trees in the engine and in the reference interpreter, alone, in
// worlds and in crowds, recorded and executed again, saved and restored, and compare every event.
package differential

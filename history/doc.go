// Package history keeps what agents did: for each a bounded ring of its last ticks, cheap enough to leave on for a crowd, from
// which every tick can be looked at again in full detail, saved, loaded and compared.
//
//	recorder := history.New(history.Options{})
//	err := crowd.Record(recorder)              // or Memory.Record
//	...
//	recording := recorder.Recording(agent)     // between frames: a copy, for any goroutine
//	moment, err := recording.At(agent, frame)
//	fmt.Println(moment.DebugPrintState(debugprint.WholeTree))
//
// A [Recorder] is given to crowds and memories. What it holds is copied into a [Recording] at any time between frames;
// that is immutable, and all questions are asked of it: which ticks there are ([Recording.Ticks]), all events of any of them
// ([Recording.Events]), the state of the tree before and after, blocks and blackboard values ([Recording.At]), what gates and
// squads held ([Recording.Gates], [Recording.Squads]). [Recording.Save] and [Load] are for files; a file has the trees'
// descriptions, so it can be looked at with no game running.
//
// Recorded are inputs, the answers of user functions, and the bytes of the agent's memory that changed. All else is found
// out when it is asked for, by executing the tick again from those (RULES R32), in the goroutine that asks: no user function is
// called for that, and what it comes to must be what was recorded, or the error wraps [ErrDiverged].
//
// A tick goes by its agent and its frame: the world's, or of a memory without a world its own count of ticks. What is done
// between ticks (Reset, Plug and the like) is recorded beside them, as done after a frame. Reset has the ticks of a memory
// without a world counted from 1 again: what was recorded of it before is forgotten then. In a world nothing is.
package history

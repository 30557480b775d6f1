// Package history records what agents do: for each a bounded ring of its last ticks, cheap enough to leave on for a crowd.
// Every recorded tick can be inspected in full detail, saved, loaded and compared.
//
//	recorder := history.New(history.Options{})
//	err := crowd.Record(recorder)              // or Memory.Record
//	...
//	recording := recorder.Recording(agent)     // between frames: a copy, for any goroutine
//	moment, err := recording.At(agent, frame)
//	fmt.Println(debugprint.DebugPrintState(moment, debugprint.WholeTree))
//
// Give a [Recorder] to crowds and memories. Between frames, copy its contents into a [Recording], which is immutable and
// answers all questions: what every agent did in a frame ([Recording.Glances]), the ticks of one ([Recording.Ticks]), the
// events of each ([Recording.Events]), the tree before and after with blocks and blackboard values ([Recording.At]), and the
// world's gates and squads ([Recording.Gates], [Recording.Squads]). [Recording.Save] writes a file and [Load] reads it. A file contains the descriptions of the trees, so
// no game has to run.
//
// A recording contains the inputs, the answers of user functions, and the changed bytes of the agent's memory. Everything
// else is computed on request by executing the tick again from these (RULES R32), in the goroutine that asks. No user
// function is called for that. If the result differs from what was recorded, the error wraps [ErrDiverged].
//
// A tick is identified by its agent and its frame: the frame of the world, or for a memory without a world its own count of
// ticks. Operations between ticks, such as Reset and Plug, are recorded too, as done after a frame. Reset makes a memory
// without a world count its ticks from 1 again and drops what was recorded of it; in a world nothing is dropped.
package history

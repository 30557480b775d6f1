package history

import "encoding/binary"

// This file writes the few messages of Perfetto's trace format that WritePerfetto needs, in protobuf's encoding. The field
// numbers are those of the public schema, protos/perfetto/trace in github.com/google/perfetto: trace.proto,
// trace_packet.proto, and in track_event/ track_descriptor.proto, process_descriptor.proto, thread_descriptor.proto,
// counter_descriptor.proto, track_event.proto and debug_annotation.proto. testdata/perfetto.proto has them by name.

const (
	tracePacketField = 1 // Trace.packet

	packetTimestamp  = 8  // TracePacket.timestamp, nanoseconds
	packetSequence   = 10 // .trusted_packet_sequence_id
	packetTrackEvent = 11 // .track_event
	packetFlags      = 13 // .sequence_flags
	packetTrack      = 60 // .track_descriptor

	trackUUID    = 1 // TrackDescriptor.uuid
	trackName    = 2 // .name
	trackProcess = 3 // .process
	trackThread  = 4 // .thread
	trackParent  = 5 // .parent_uuid
	trackCounter = 8 // .counter

	processPID  = 1 // ProcessDescriptor.pid
	processName = 6 // .process_name

	threadPID  = 1 // ThreadDescriptor.pid
	threadTID  = 2 // .tid
	threadName = 5 // .thread_name

	counterUnit = 3 // CounterDescriptor.unit

	eventAnnotation = 4  // TrackEvent.debug_annotations
	eventType       = 9  // .type
	eventTrack      = 11 // .track_uuid
	eventCategory   = 22 // .categories
	eventName       = 23 // .name
	eventCounter    = 30 // .counter_value

	annotationUint = 3  // DebugAnnotation.uint_value
	annotationText = 6  // .string_value
	annotationName = 10 // .name
)

const (
	unitCount = 2 // CounterDescriptor.UNIT_COUNT

	typeBegin   = 1 // TrackEvent.TYPE_SLICE_BEGIN
	typeEnd     = 2 // TYPE_SLICE_END
	typeInstant = 3 // TYPE_INSTANT
	typeCounter = 4 // TYPE_COUNTER

	sequenceCleared = 1 // TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
)

// message is a protobuf message that is being written.
type message []byte

const (
	wireVarint = 0
	wireBytes  = 2
)

func (m message) uint(field, x uint64) message {
	m = binary.AppendUvarint(m, field<<3|wireVarint)
	return binary.AppendUvarint(m, x)
}

// text is a string field, of valid UTF-8.
func (m message) text(field uint64, s string) message {
	m = binary.AppendUvarint(m, field<<3|wireBytes)
	m = binary.AppendUvarint(m, uint64(len(s)))
	return append(m, s...)
}

func (m message) message(field uint64, inner message) message {
	m = binary.AppendUvarint(m, field<<3|wireBytes)
	m = binary.AppendUvarint(m, uint64(len(inner)))
	return append(m, inner...)
}

// note adds what an event tells beside its name: text, or a number.
func (m message) note(name string, value any) message {
	a := message(nil).text(annotationName, name)
	switch v := value.(type) {
	case string:
		if v == "" {
			return m
		}
		a = a.text(annotationText, valid(v))
	case uint64:
		a = a.uint(annotationUint, v)
	}
	return m.message(eventAnnotation, a)
}

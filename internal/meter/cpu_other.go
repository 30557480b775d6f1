//go:build !linux

package meter

import "time"

// processorTime is not asked for on this system: the inspector then takes its share of one processor.
func processorTime() (time.Duration, bool) { return 0, false }

// threadTime is not known on this system.
func threadTime() (time.Duration, bool) { return 0, false }

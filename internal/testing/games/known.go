package games

// fault is a fault of the engine that is known and not fixed yet. Games leave out what would show it.
type fault string

// known are the faults that games do not show. To play a case again, delete its line.
var known = map[fault]bool{
	goexitInMigrate: false, // Migrate: runtime.Goexit in a Deactivate changes the memory, and the recording lacks that
	goexitInRequest: false, // a tick: runtime.Goexit in a Deactivate with the reason Reset or Removed makes the recording diverge
}

const (
	goexitInMigrate fault = "goexit in migrate"
	goexitInRequest fault = "goexit in request"
)

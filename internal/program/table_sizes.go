package program

// The sizes of the rows of tables on a 64-bit machine, in bytes. A tree's size is told for such a machine on all machines.
const (
	placeSize     = 2
	spotSize      = 24
	askSize       = 64
	codeSize      = 64
	quickSize     = 80
	stepSize      = 48
	factsSize     = 40
	refsSize      = 6
	conditionSize = 72
	groupSize     = 24
	modifiersSize = 40
	partsSize     = 64
	behaviorSize  = 232
	dblockSize    = 88
	jumpSize      = 32
	carrySize     = 24
	gateSize      = 24
	squadSize     = 32
	labelSize     = 24
	sourceSize    = 16
	keySize       = 104
	checksSize    = 64
	mappedSize    = 48 // about: an entry of a map, and the numbers that it lists
)

// bytes returns what the tree's tables take, without the names, types and functions that they point to.
func (t *Tree) bytes() int {
	k := &t.Declared
	return len(t.Spots)*(spotSize+askSize+codeSize+quickSize+factsSize+refsSize+3*placeSize) + // partAt, Order and Declared.of
		len(t.steps)*stepSize + len(t.conditions)*conditionSize + len(t.groups)*groupSize + len(t.modifiers)*modifiersSize +
		len(t.parts)*partsSize + len(t.Acts)*(behaviorSize+WordSize) + len(t.labels)*labelSize +
		len(t.Dblocks)*dblockSize + len(t.Jumps)*jumpSize + len(t.Carries)*carrySize + len(t.Gates)*gateSize + len(t.Squads)*squadSize +
		len(k.sources)*sourceSize + len(t.Board.Keys)*keySize + len(k.checks)*checksSize +
		(len(t.Watches)+len(t.Leaps)+len(t.Landings)+len(k.keys)+len(k.copied))*mappedSize
}

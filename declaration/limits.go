package declaration

// The limits of a tree, checked at initialization.
const (
	// MaxPlaces is the most places of a tree; a shared decider counts once for each of its places. A place is a 16-bit
	// number, and one number stands for no place.
	MaxPlaces = 1<<16 - 1
	// MaxDepth is the most levels of a tree, the root included. Visits nest as deep as the tree.
	MaxDepth = 256
	// MaxBlock is the most bytes that the block of a behavior, a DBlock or a blackboard value may take in an agent's
	// fixed memory. Keep larger data behind a pointer: a type with pointers is allocated beside that memory.
	MaxBlock = 1 << 16
	// MaxReserve is the most bytes a Slot may reserve in an agent's fixed memory.
	MaxReserve = 1 << 20
	// MaxMemory is the most bytes that all blocks and slots may take together in an agent's fixed memory. DBlocks count
	// too if some behavior has a Leave or the tree has a Slot, whose tree may have one. Only very many slots, or large
	// blocks in very large Concurrent groups, come near it.
	MaxMemory = 1 << 28
	// MaxValues is the most bytes of all blackboard values of a tree in an agent's fixed memory. A value of scope
	// Decider counts once for each place of the decider that declares it.
	MaxValues = 1 << 28
)

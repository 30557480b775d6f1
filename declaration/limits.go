package declaration

// The limits of a tree. Each is checked at initialization.
const (
	// MaxPlaces is the most places a tree can have, a shared decider counting once for each: a place is a
	// 16-bit number, and one number stands for none.
	MaxPlaces = 1<<16 - 1
	// MaxDepth is the most levels, the root being the first. Visiting nests as deep as the tree.
	MaxDepth = 256
	// MaxBlock is the most bytes one behavior's block, or a DBlock, may take in an agent's fixed memory. Larger
	// things are kept behind a pointer; a block with pointers is allocated beside that memory.
	MaxBlock = 1 << 16
	// MaxReserve is the most bytes a Slot may reserve in an agent's fixed memory.
	MaxReserve = 1 << 20
	// MaxMemory is the most bytes that blocks and slots may take together in an agent's fixed memory, and
	// DBlocks as well where some behavior has a Leave or there is a Slot, whose tree may have one. Only trees
	// with very many slots, or with large blocks in very large Concurrent groups, come near it.
	MaxMemory = 1 << 28
	// MaxValues is the most bytes the blackboard values of a tree may take in an agent's fixed memory, one of scope
	// Decider counting once for each place of the decider that declares it.
	MaxValues = 1 << 28
)

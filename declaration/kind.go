package declaration

// Kind is what a decider has under it.
type Kind uint8

const (
	BehaviorDecider  Kind = iota // a leaf: it runs a behavior
	GroupDecider                 // it has children
	ReferenceDecider             // it jumps to another decider
	SlotDecider                  // another tree runs in it
)

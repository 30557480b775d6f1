package declaration

// Kind is what a decider contains.
type Kind uint8

const (
	BehaviorDecider  Kind = iota // a behavior: the decider is a leaf
	GroupDecider                 // children
	ReferenceDecider             // a Jump to another decider
	SlotDecider                  // a slot for another tree
	ConditionDecider             // conditions and nothing to run: a leaf that succeeds when it accepts
)

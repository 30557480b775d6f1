// Package engine holds what decidertree's packages share and its users do not see: the key to the internal methods of
// public types, the interface of tools to agents, hashes and random draws. It depends on the standard library only.
package engine

// Key is a parameter of the internal methods of public types. Users cannot name it, so they can neither call those methods
// nor implement the interfaces that have them.
type Key struct{}

// Inspection is the contents of an agent's memory, for tests that compare it.
type Inspection struct {
	Every, Cooldown map[string]float64 // due times by decider name, of timers that have been started
	Blocks          map[int][]byte     // by active place, of blocks without pointers
	Values          map[string]string  // blackboard values as text, by key name and place: "hunger@0"
	Path            []int              // active places, root first
	Entries         map[string]int     // entries counted for Limit by decider name, where above 0
	Monitors        []int              // places whose Monitor bit is set, ascending
}

// Hash returns the stable 32-bit ID of a name (FNV-1a), the same in every program and on every machine.
func Hash(name string) uint32 {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h
}

// Draw hashes the key of one random draw to 64 bits, without state and the same everywhere (RULES R11). Each part passes
// through the finalizer of SplitMix64, so neighboring keys give unrelated bits.
func Draw(seed, agent, frame uint64, place, number uint32) uint64 {
	h := mix(seed + 0x9e3779b97f4a7c15)
	h = mix(h ^ agent)
	h = mix(h ^ frame)
	return mix(h ^ (uint64(place)<<32 | uint64(number)))
}

func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Fraction converts 64 random bits to a number in [0, 1); all multiples of 2⁻⁵³ are equally likely.
func Fraction(bits uint64) float64 { return float64(bits>>11) * 0x1p-53 }

package crowds

import "github.com/decidertree/decidertree/internal/testing/workload"

// ByHand is what a programmer would write without a framework: a slice of structs and a loop over them.
type ByHand struct {
	Creatures []workload.Creature

	Window
}

// NewByHand returns a loop over creatures that eat.
func NewByHand(creatures int) *ByHand {
	h := &ByHand{Creatures: make([]workload.Creature, creatures), Window: Over(creatures)}
	for i := range h.Creatures {
		h.Creatures[i].Hungry = true
	}
	h.Frame()
	return h
}

// Frame runs one frame of the game.
func (h *ByHand) Frame() {
	for i := range h.Creatures {
		h.Creatures[i].Frame()
	}
}

// Change makes the given number of creatures change; see [Window.Move].
func (h *ByHand) Change(changing int) {
	scared, calmed := h.Move(changing)
	for i := range scared.All() {
		h.Creatures[i].Predator = true
	}
	for i := range calmed.All() {
		h.Creatures[i].Predator = false
	}
}

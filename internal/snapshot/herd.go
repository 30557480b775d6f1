package snapshot

import "github.com/decidertree/decidertree/internal/engine"

// Herd writes and reads agents of a crowd, whose memories lie there.
type Herd[A any] interface {
	// Save writes an agent. The error is that of something that cannot be written.
	Save(w *Writer, row *engine.Row[A]) error
	// Load reads an agent into a row, whose memory is as new. What it could not keep is told at the end.
	Load(r *Reader, row *engine.Row[A])
	// Claim has an agent that was loaded take its gates and squads again.
	Claim(row *engine.Row[A]) error
}

// Mover moves agents of a crowd to a changed tree.
type Mover[A any] interface {
	// Move moves an agent from its row to one of the new tree's, whose memory is as new. The error is that of what had to
	// go down.
	Move(from, to *engine.Row[A]) error
}

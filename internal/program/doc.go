// Package program compiles a declaration into a [Tree]: flat tables with an element for each place, which all agents of
// the tree share. Compiling numbers the places, resolves Jumps, lays out the agents' bytes, merges flag checks and
// prepares the quick way to each leaf. The package also shows a tree: as a dump, a Description and memory requirements.
//
// It owns the tables and the layout of an agent's bytes: the record types, their sizes and their offsets. Package memory
// reads and writes them.
//
// It must not know any agent, clock or world at work; a tree only makes its gates, squads and systems known to a world,
// by [Tree.Bind].
//
// A Tree is immutable once [Initialize] has returned it, and safe for any number of goroutines.
package program

// Package randomtree generates random trees with every feature a tree can have, and agents for them. Package differential
// runs them in the engine and in the reference interpreter and compares the two.
package randomtree

// Package reference is a second interpreter of trees. It walks the declaration as plainly as the rules in
// docs/SEMANTICS.md read, and it shares no code with the engine. It defines what is correct: the engine must agree
// with it in every event, status, error and call of user code. It allocates freely and is slow, so only tests use it.
package reference

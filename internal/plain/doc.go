// Package plain holds a declaration without the agent's type, and its validation. Package decider converts the user's
// declaration to it; everything behind that works on the plain one.
//
// It replaces Copies by what they stand for. It owns validation: every fault of a tree, with its path in words and the
// remedy. It must not know how a tree is compiled or laid out. It never writes to a declaration, so one can be validated by several goroutines.
package plain

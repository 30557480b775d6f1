// Package plain is a declaration without the agent's type, and the search for its faults. Package decider makes one of
// what the user declares; everything after it works on this.
package plain

// Package randomtree makes random trees, with every feature a tree can have, and the agents that run them. Package
// differential runs them in the engine and in the reference interpreter side by side.
package randomtree

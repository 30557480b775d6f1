// Package declaration holds the words in which trees are declared: policies, flags, checks, modifiers, the limits of a
// tree, and the faults that decider.InitializeTreeData finds. Package decider gives those that trees use the same names.
package declaration

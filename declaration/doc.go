// Package declaration holds the vocabulary of tree declarations: policies, options, checks, modifiers, the limits of a tree,
// and the faults that decider.InitializeTreeData finds. Package decider has aliases for the names that tree literals use.
package declaration

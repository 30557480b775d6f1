package declaration

//go:generate go tool -modfile=../tools/go.mod stringer -type=KeyScope -linecomment -output=keyscope_string.go

// KeyScope is how many values a blackboard key has and which deciders see them (Pereira's three scopes). Package
// blackboard calls it Scope, and its constants Agent, Tree and Decider. The zero scope is AgentScope.
type KeyScope uint8

const (
	AgentScope   KeyScope = iota // Agent
	TreeScope                    // Tree
	DeciderScope                 // Decider
)

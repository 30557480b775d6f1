package world

// Role is a part an agent plays in a squad; 0 is none.
type Role uint8

// Squad has a group of deciders entered by exactly so many agents together, each with a role (Anguelov,
// synchronized trees). Declare it once, as a package-level variable, and name it in Decider.Squad of a group;
// Decider.SquadKey divides it, per target say. Children ask for a role with Decider.Role, and a child with the flag
// Barrier makes the members wait for each other.
//
// An agent that would enter the group but is not in a squad goes on with what is less important. As soon as Agents
// of them wait, the world's next Advance makes a squad of those with the lowest IDs.
//
// The zero Squad is none: Name and Agents are required.
type Squad struct {
	Name       string // unique in a world
	Agents     int    // how many, exactly; 1 or more
	Roles      []Role // of the members in the order of their IDs: as many as Agents, or none for 1, 2, 3 …
	KeepOthers bool   // when a member leaves before its part is done the others go on; else they are reset
}

package world

// Role is an agent's part in a squad; 0 is none.
type Role uint8

// Squad makes an exact number of agents enter a group of deciders together, each with a role (Anguelov, synchronized
// trees). Declare it once, as a package-level variable, and name it in Decider.Squad of a group. Decider.SquadKey
// divides it, for example per target. Children test the role with Decider.Role, and a child with the option Barrier
// makes the members wait for each other.
//
// An agent that would enter the group but is in no squad goes on with what is less important. When Agents of them
// wait, the world's next Advance makes a squad of those with the lowest IDs.
//
// Name and Agents are required.
type Squad struct {
	Name       string // unique in a world
	Agents     int    // the exact number of members, 1 or more
	Roles      []Role // of the members in the order of their IDs: as many as Agents; nil is 1, 2, 3 …
	KeepOthers bool   // if a member leaves before its part is done, the others go on; otherwise they are reset
}

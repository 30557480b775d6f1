package world

// Gate lets at most Max agents of a world into a decider at a time (Anguelov, gates): one grenade in the air, three
// who shoot while the rest charges. Declare it once, as a package-level variable, and name it in Decider.Gate; all
// deciders that name it share it. Decider.GateKey divides it, per team or per target say: each key has places and
// cooldowns of its own.
//
// A place in it is given back whatever ends the decider. The zero Gate is no gate: Name and Max are required.
type Gate struct {
	Name          string  // unique in a world
	Max           int     // agents inside at once, 1 or more
	Cooldown      float64 // seconds it stays shut for all after a place is given back; 0 for none
	AgentCooldown float64 // seconds it stays shut for the agent that gave its place back; 0 for none
}

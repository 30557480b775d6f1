package world

// Gate lets at most Max agents of a world into a decider at a time (Anguelov, gates): one grenade in the air, three
// who shoot while the others charge. Declare it once, as a package-level variable, and name it in Decider.Gate; all
// deciders that name it share it. Decider.GateKey divides it, for example per team or per target: each key has
// places and cooldowns of its own.
//
// A place is given back when the decider ends, for whatever reason. Name and Max are required.
type Gate struct {
	Name          string  // unique in a world
	Max           int     // agents inside at the same time, 1 or more
	Cooldown      float64 // seconds for which it is shut for all after a place was given back; 0 for none
	AgentCooldown float64 // seconds for which it is shut for the agent that gave a place back; 0 for none
}

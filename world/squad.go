package world

import (
	"iter"
	"math/bits"
	"strconv"
	"strings"
)

// Role is an agent's part in a squad; 0 is none.
type Role uint8

// Squad makes an exact number of agents enter a group of deciders together, each with a role (Anguelov, synchronized
// trees). Declare it once, as a package-level variable, and name it in Decider.Squad of a group. Decider.SquadKey
// divides it, for example per target. Children test the role with Decider.Role, and a child with the option Barrier
// makes the members wait for each other.
//
// An agent that would enter the group but is in no squad goes on with what is less important. When Agents of them
// wait, the world's next Advance makes a squad of those that have waited for longest, then by ID. With Decider.CanPlay
// it takes the first among whom each role finds one that can play it.
//
// Name and Agents are required.
type Squad struct {
	Name       string // unique in a world
	Agents     int    // the exact number of members, 1 or more
	Roles      []Role // of the members, those that have waited for longest first: as many as Agents; nil is 1, 2, 3 …
	KeepOthers bool   // if a member leaves before its part is done, the others go on; otherwise they are reset
}

// RoleSet is a set of the roles 1 to 16: those that an agent could play in a squad, by Decider.CanPlay. The zero RoleSet
// is empty: the agent can play none. The operators | and & make the union and the intersection of two sets.
type RoleSet uint16

// MaxRole is the highest role that a RoleSet holds.
const MaxRole Role = 16

// AllRoles are the roles 1 to 16.
const AllRoles RoleSet = 1<<MaxRole - 1

// Roles returns the set of the given roles. 0, which is no role, and roles above [MaxRole] are left out:
// InitializeTreeData refuses a CanPlay beside a squad that has such roles.
func Roles(roles ...Role) (s RoleSet) {
	for _, r := range roles {
		s |= r.set()
	}
	return s
}

// set returns the set of this role alone.
func (r Role) set() RoleSet {
	if r < 1 || r > MaxRole {
		return 0
	}
	return 1 << (r - 1)
}

// Has reports whether a role is in the set.
func (s RoleSet) Has(r Role) bool { return s&r.set() != 0 }

// Len returns the number of roles in the set.
func (s RoleSet) Len() int { return bits.OnesCount16(uint16(s)) }

// All yields the roles of the set in ascending order.
func (s RoleSet) All() iter.Seq[Role] {
	return func(yield func(Role) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(Role(1 + bits.TrailingZeros16(uint16(s)))) {
				return
			}
		}
	}
}

// String lists the roles: "1, 3"; "none" for the empty set.
func (s RoleSet) String() string {
	if s == 0 {
		return "none"
	}
	var b strings.Builder
	for r := range s.All() {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(int(r)))
	}
	return b.String()
}

// PlayedIn is for the packages of this module: it returns the roles of the set that a squad has.
func (s RoleSet) PlayedIn(squad *Squad) RoleSet { return s & squad.roles() }

// roles are the roles that a squad has.
func (s *Squad) roles() RoleSet {
	if len(s.Roles) > 0 {
		return Roles(s.Roles...)
	}
	return AllRoles >> (MaxRole - Role(min(max(s.Agents, 0), int(MaxRole))))
}

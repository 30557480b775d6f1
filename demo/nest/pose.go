package nest

// Pose is a creature's visible activity, for drawing.
type Pose uint8

const (
	Idling Pose = iota
	Strolling
	Searching
	Eating
	Sleeping
	Waking
	Heading // home
	Carrying
	Fleeing
	Fighting
	Mustering // around a hunter
	Growling
	Patrolling
	Watching
	Investigating // a noise
	Brooding
	Helping
	Inviting
	Tagging // after a playmate
	Flipping
	Rolling
	Dancing
	Kicking  // a ball, or after it
	Bouncing // on a mushroom
	Working  // at the nest
	Hunting
	Raiding
	Retreating
	Lying // dead

	Poses // how many there are
)

var poseNames = [Poses]string{
	"idle", "strolling", "searching", "eating", "sleeping", "waking up", "going home", "carrying", "fleeing",
	"fighting", "mustering", "growling", "patrolling", "watching", "curious", "brooding", "helping", "inviting",
	"playing tag", "flipping", "rolling", "dancing", "kicking", "bouncing", "working", "hunting", "raiding", "retreating", "dead",
}

// String describes the pose.
func (p Pose) String() string {
	if p < Poses {
		return poseNames[p]
	}
	return "?"
}

// Voice is an utterance.
type Voice uint8

const (
	Silent Voice = iota
	HelpCry
	Growl
	Whoop
	Boing
	WarCry
	DeathCry
)

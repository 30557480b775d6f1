package nest

import "github.com/decidertree/decidertree/decider"

// play is some game: an invitation far more likely than a toy, and that more likely than playing alone. One game,
// then see what else there is.
var play = Decider{
	Name: "PLAY", StimuliFlags: Stimuli{None: Played}, Decide: fun,
	Flags: decider.FinishWithChild, Policy: decider.Random, Children: Children{
		{Name: "PLAY_TAG", StimuliFlags: Stimuli{Any: InvitedToPlay},
			DBlock: &DBlock[Invitation]{Decide: invited, Behavior: &tag}},
		{Name: "PLAY_INVITE", Cooldown: 15,
			DBlock: &DBlock[Invitation]{Decide: playmateSeen, Behavior: &invite}},
		&playToy, // the toy knows how
		{Name: "PLAY_FLIP", Weight: 0.4, Behavior: &frolic, BehaviorFlags: Flip},
		{Name: "PLAY_ROLL", Weight: 0.4, Behavior: &frolic, BehaviorFlags: Roll},
		{Name: "PLAY_DANCE", Weight: 0.5, Behavior: &frolic, BehaviorFlags: Dance},
	},
}

package nest

import "github.com/decidertree/decidertree/decider"

// play chooses a game: an invitation is far more likely than a toy, and a toy more likely than playing alone. It ends
// after one game.
var play = Decider{
	Name: "PLAY", StimuliFlags: StimuliCheck{None: Played}, Decide: fun,
	Options: decider.FinishWithChild, Policy: decider.Random, Children: Children{
		{Name: "PLAY_TAG", StimuliFlags: StimuliCheck{Any: InvitedToPlay},
			DBlock: &DBlock[Invitation]{Decide: invited, Behavior: &tag}},
		{Name: "PLAY_INVITE", Cooldown: 15,
			DBlock: &DBlock[Invitation]{Decide: playmateSeen, Behavior: &invite}},
		&playToy, // the toy has the tree
		{Name: "PLAY_FLIP", Weight: 0.4, Behavior: &frolic, BehaviorFlags: Flip},
		{Name: "PLAY_ROLL", Weight: 0.4, Behavior: &frolic, BehaviorFlags: Roll},
		{Name: "PLAY_DANCE", Weight: 0.5, Behavior: &frolic, BehaviorFlags: Dance},
	},
}

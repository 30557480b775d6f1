package main

import (
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/demo/sim"
)

// look is the drawing of a creature: letter and ink show its activity. The letter of the young is lower case.
type look struct {
	letter rune
	ink    rgb
}

// Inks, by kind of activity.
const (
	calm   rgb = 0xa8c490
	hungry rgb = 0xe8d060
	dreamy rgb = 0x6f8fd8
	scared rgb = 0x60f0f8
	angry  rgb = 0xff6050
	dutied rgb = 0x58c8a0
	kind   rgb = 0xffa850
	merry  rgb = 0xf080e0
	gone   rgb = 0x808080
)

var looks = [nest.Poses]look{
	nest.Idling:        {'I', calm},
	nest.Strolling:     {'O', calm},
	nest.Searching:     {'S', hungry},
	nest.Eating:        {'E', hungry},
	nest.Sleeping:      {'Z', dreamy},
	nest.Waking:        {'U', dreamy},
	nest.Heading:       {'N', dreamy},
	nest.Carrying:      {'C', dutied},
	nest.Fleeing:       {'R', scared},
	nest.Fighting:      {'F', angry},
	nest.Mustering:     {'!', angry},
	nest.Growling:      {'G', angry},
	nest.Patrolling:    {'P', dutied},
	nest.Watching:      {'L', calm},
	nest.Investigating: {'A', dutied},
	nest.Brooding:      {'B', dutied},
	nest.Helping:       {'H', kind},
	nest.Inviting:      {'V', merry},
	nest.Tagging:       {'T', merry},
	nest.Flipping:      {'Y', merry},
	nest.Rolling:       {'Q', merry},
	nest.Dancing:       {'D', merry},
	nest.Kicking:       {'M', merry},
	nest.Bouncing:      {'J', merry},
	nest.Working:       {'W', dutied},
	nest.Hunting:       {'K', angry},
	nest.Raiding:       {'X', angry},
	nest.Retreating:    {'R', scared},
	nest.Lying:         {'+', gone},
}

// Other colours.
const (
	nightGround rgb = 0x0b1020
	dayGround   rgb = 0x24331c
	duskGround  rgb = 0x332214
	straw       rgb = 0xb08d57
	eggshell    rgb = 0xf4ead2
	leaves      rgb = 0x4f9a3c
	fruit       rgb = 0xc86464
	stone       rgb = 0x7a6f68
	water       rgb = 0x2050a0
	foam        rgb = 0x90b8f0
	leather     rgb = 0xd8864a
	cap         rgb = 0xd05878
	bloodRed    rgb = 0xa01818
	white       rgb = 0xffffff
	bright      rgb = 0xe6e6e6
	plainInk    rgb = 0xb8b8b8
	faint       rgb = 0x787878
	barGround   rgb = 0x2b2f3a
	boxGround   rgb = 0x1a1d26
)

// waves are the letters for water.
var waves = [...]rune{'~', '~', ' '}

// utterances are written beside their speakers.
var utterances = map[nest.Voice]struct {
	text string
	ink  rgb
}{
	nest.HelpCry:  {"help!", scared},
	nest.Growl:    {"grrr", angry},
	nest.Whoop:    {"whee", merry},
	nest.Boing:    {"boing", merry},
	nest.WarCry:   {"yah!", angry},
	nest.DeathCry: {"aah", gone},
}

// sounds are written at their origin.
var sounds = map[sim.MarkKind]struct {
	text string
	ink  rgb
}{
	sim.Rustle: {"rustle", leaves},
	sim.Bang:   {"BANG", hungry},
}

// toys are the letters of toys.
var toys = map[sim.ToyKind]look{
	sim.Ball:     {'●', leather},
	sim.Mushroom: {'♠', cap},
}

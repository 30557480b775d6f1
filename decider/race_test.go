//go:build race

package decider_test

// raceDetector tells that everything takes ten times as long.
const raceDetector = true

package main

// docs/TUTORIAL.md shows this output.
func Example() {
	main()
	// Output:
	// DT(1) #1 @ 0.000:   activating behavior DIG/0x5b19a7cb with flags 0x0, in decider EAT_DIG/0x526677f6
	// DT(1) #1 @ 2.000:  activating behavior HIDE/0x9e3264ad with flags 0x0, in decider HIDE/0x9e3264ad
	// *0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 3.00 [(no group behavior)] idx: 0
	//   *0:HIDE/0x9e3264ad (Behavior 0x0) time: 1.00 [HIDE/0x9e3264ad] (0x00000000 0)
	// DT(1) #1 @ 5.000:   activating behavior DIG/0x5b19a7cb with flags 0x0, in decider EAT_DIG/0x526677f6
	// DT(1) #1 @ 7.000:   activating behavior EAT_WORM/0xf98e7345 with flags 0x0, in decider EAT_WORM/0xf98e7345
	// DT(1) #1 @ 9.000:  activating behavior ANSWER_DOOR/0x6f834cf0 with flags 0x0, in decider ANSWER_DOOR/0x6f834cf0
	// DT(1) #1 @ 9.000:  activating behavior DOZE/0xcff148dd with flags 0x0, in decider DOZE/0xcff148dd
	// ROOT > EAT in a tick now (11 s): not active, it said no.
	//   It needs the decision flag 0x1, which is not set.
	//   EAT, asked by ROOT:
	//     no  DecisionFlags: needs the decision flag 0x1, which is not set
	//     -   Decide: not looked at
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventWords, headline, rowWords, shortWords, storedWords } from "../src/short.ts";

const short = (outcome: string, words: string): string => shortWords({ place: 1, outcome, words });

test("rejections say which check, short", () => {
  assert.equal(short("rejected", "needs the decision flag Dead, which is not set"), "Dead is not set");
  assert.equal(short("rejected", "needs the stimuli HitTaken and Winded, which are not set"), "HitTaken and Winded are not set");
  assert.equal(short("rejected", "must not have the stimulus Played, which is set"), "Played is set");
  assert.equal(short("rejected", "must not have all of the decision flags Hungry and Young, which are set"), "Hungry and Young all set");
  assert.equal(short("rejected", "said no: its Decide gave 0"), "Decide gave 0");
  assert.equal(short("rejected", "has 3.10 s of its Cooldown of 5 s left"), "Cooldown: 3.10 s left");
  assert.equal(short("rejected", "waits for its squad RING(204900002): 2 of 3 agents want it"), "squad RING(204900002): 2 of 3 agents want it");
  assert.equal(short("rejected", "delegates to its children, and none would accept: A said no: its Decide gave 0; and B is masked"), "none of its children would accept");
  assert.equal(short("rejected", "something that is new"), "something that is new");
});

test("the others", () => {
  assert.equal(short("entered", "It was its turn in MOB, and it said yes, as its Decide gave 0.5. Nothing took its place."), "its Decide gave 0.5");
  assert.equal(short("notReached", "It was not asked: GUARD_NEST, which stands before it, said yes."), "GUARD_NEST said yes");
  assert.equal(short("notReached", "It was not asked: FLEE runs, and in ROOT only what stands above it may take its place."), "FLEE runs");
  assert.equal(short("notReached", "It was not asked: it is done already, and MOB, a Sequence, does not do it again."), "it is done already");
  assert.equal(short("entered", "GUARD_WATCH asked it, and it said yes, as it has no conditions."), "it has no conditions");
  assert.equal(short("left", "It was interrupted after 0.40 s together with LIVE: GUARD_NEST took over in ROOT, as its Decide gave 1."), "interrupted by GUARD_NEST");
  assert.equal(short("left", "It failed after 3.10 s. Its behavior INVITE returned Failure from Tick."), "failed after 3.10 s");
  assert.equal(short("left", "It said yes, as its Decide gave 1, already when FLEE was asked. In the same tick: it succeeded after 0 s. Its behavior CRY returned Success."), "succeeded after 0 s");
  assert.equal(short("accepted", "its Decide gave 0.639"), "Decide gave 0.639");
  assert.equal(short("continued", "It went on: it has been active for 2.00 s."), "");
  assert.equal(shortWords(undefined), "");
  assert.equal(shortWords({ place: 1, active: true, leaving: true, words: "It went on." }), "leaving");
});

test("what is kept from tick to tick", () => {
  assert.equal(storedWords(undefined), "");
  assert.equal(storedWords({ place: 1, turn: "done" }), "done");
  assert.equal(storedWords({ place: 1, children: "2 of 5 turns left", entries: "1 of 3" }), "2 of 5 turns left, entered 1 of 3");
  assert.equal(shortWords({ place: 1, active: true, waiting: "gate DOOR to enter A", words: "It went on." }), "waits for gate DOOR to enter A");
  assert.equal(rowWords({ place: 1, turn: "done", outcome: "notReached", words: "It was not asked: it is done already, and MOB, a Sequence, does not do it again." }), "done");
  assert.equal(rowWords({ place: 1, turn: "turn over", outcome: "left", words: "It failed after 3.10 s." }), "turn over; failed after 3.10 s");
  assert.equal(rowWords({ place: 1, outcome: "rejected", words: "said no: its Decide gave 0" }), "Decide gave 0");
});

test("why without its checks", () => {
  const words = "ROOT > FLEE in frame 9 (0.3 s): not active, it said no.\n  It needs Dead.\n  FLEE, asked by ROOT:\n    no  DecisionFlags: needs Dead\n    -   Decide: not looked at\n";
  assert.equal(headline(words), "ROOT > FLEE in frame 9 (0.3 s): not active, it said no.\nIt needs Dead.");
  assert.equal(headline("one line"), "one line");
});

test("lines of debug output", () => {
  assert.deepEqual(eventWords("FIGHT begins"), ["FIGHT begins"]);
  assert.deepEqual(eventWords("error: no route\nerror: no water"), ["error: no route", "error: no water"]);
  assert.deepEqual(eventWords(""), []);
});

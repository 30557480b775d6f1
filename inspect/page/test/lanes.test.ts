import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lane, Lanes, Span } from "../src/api.ts";
import { interpolate, lay, Past } from "../src/lanes.ts";

const span = (from: number, to: number, reason = "", began = from): Span => ({ from, to, begin: began / 30, end: to / 30, reason });
const lane = (decider: string, place: number, depth: number, ...spans: Span[]): Lane => ({ decider, place, depth, leaf: true, spans });
const piece = (from: number, to: number, lanes: Lane[], more: Partial<Lanes> = {}): Lanes => ({ agent: 7, first: 0, last: to, from, to, lanes, marks: [], swings: [], ...more });

test("a visit that goes on is one span, however many pieces tell of it", () => {
  const past = new Past(7);
  past.add(piece(0, 100, [lane("ROOT", 0, 0, span(0, 100)), lane("EAT", 1, 1, span(20, 100))]));
  past.add(piece(98, 130, [lane("ROOT", 0, 0, span(98, 130, "", 0)), lane("EAT", 1, 1, span(98, 120, "Success", 20)), lane("SLEEP", 2, 1, span(120, 130))]));
  past.add(piece(128, 140, [lane("ROOT", 0, 0, span(128, 140, "", 0)), lane("SLEEP", 2, 1, span(128, 140, "", 120))]));
  assert.deepEqual(past.lanes.map((l) => [l.decider, l.spans.map((s) => [s.from, s.to, s.reason])]), [
    ["ROOT", [[0, 140, ""]]],
    ["EAT", [[20, 120, "Success"]]],
    ["SLEEP", [[120, 140, ""]]],
  ]);
  assert.equal(past.to, 140);
});

test("a visit that begins anew in the frame the last one ended is another one", () => {
  const past = new Past(7);
  past.add(piece(0, 100, [lane("EAT", 1, 1, span(10, 50, "Success"), span(50, 100))]));
  past.add(piece(98, 120, [lane("EAT", 1, 1, span(98, 110, "Failure", 50), span(110, 120))]));
  assert.deepEqual(past.lanes[0]!.spans.map((s) => [s.from, s.to]), [[10, 50], [50, 110], [110, 120]]);
});

test("what the server has dropped is dropped, marks and swings with it", () => {
  const past = new Past(7);
  const mark = (frame: number) => ({ frame, kind: "error", words: "" });
  past.add(piece(0, 100, [lane("A", 1, 1, span(0, 30, "x")), lane("B", 2, 1, span(30, 100))], { marks: [mark(10), mark(90)], swings: [{ frame: 20, from: 10, words: "A, B, A" }] }));
  past.add(piece(98, 200, [lane("B", 2, 1, span(98, 200, "", 30))], { first: 60, marks: [mark(150)] }));
  assert.deepEqual(past.lanes.map((l) => l.decider), ["B"]);
  assert.deepEqual(past.marks.map((m) => m.frame), [90, 150]);
  assert.deepEqual(past.swings, []);
  assert.equal(past.from, 60);
});

test("marks of frames that two pieces tell are there once", () => {
  const past = new Past(7);
  const mark = (frame: number) => ({ frame, kind: "flag", words: "" });
  past.add(piece(0, 100, [lane("A", 1, 0, span(0, 100))], { marks: [mark(97), mark(98), mark(99)] }));
  past.add(piece(98, 110, [lane("A", 1, 0, span(98, 110))], { marks: [mark(98), mark(99), mark(105)] }));
  assert.deepEqual(past.marks.map((m) => m.frame), [97, 98, 99, 105]);
});

test("a piece that does not follow begins anew, one of another agent is not taken", () => {
  const past = new Past(7);
  past.add(piece(0, 100, [lane("A", 1, 0, span(0, 100))]));
  past.add({ ...piece(0, 500, [lane("X", 1, 0, span(0, 500))]), agent: 8 });
  assert.equal(past.to, 100);
  past.add(piece(300, 400, [lane("B", 2, 0, span(300, 400))]));
  assert.deepEqual(past.lanes.map((l) => l.decider), ["B"]);
  assert.equal(past.from, 300);
});

test("lanes that overlap have rows of their own, others of the same depth share one", () => {
  const laid = lay([
    lane("ROOT", 0, 0, span(0, 100)), lane("A", 1, 1, span(0, 40), span(60, 100)), lane("B", 2, 1, span(40, 60)), lane("C", 3, 1, span(50, 70)), lane("D", 4, 2, span(0, 10)),
  ]);
  assert.deepEqual(laid.map((l) => [l.lane.decider, l.row]), [["ROOT", 0], ["A", 1], ["B", 1], ["C", 2], ["D", 3]]);
});

test("the change before and after", () => {
  const past = new Past(7);
  past.add(piece(0, 100, [lane("A", 1, 1, span(10, 30, "Success")), lane("B", 2, 1, span(30, 100))]));
  assert.equal(past.change(100, -1), 30);
  assert.equal(past.change(30, -1), 10);
  assert.equal(past.change(10, -1), null);
  assert.equal(past.change(10, 1), 30);
  assert.equal(past.change(30, 1), null, "the end of what is known is no change");
});

test("seconds follow the frames, also where frames are not all as long", () => {
  const past = new Past(7);
  // A was active long before frame 1, as its seconds tell.
  past.add(piece(1, 100, [lane("A", 1, 1, { from: 1, to: 25, begin: -90, end: 2.5, reason: "x" }), lane("B", 2, 1, { from: 25, to: 50, begin: 2.5, end: 5, reason: "x" }), lane("C", 3, 1, { from: 50, to: 100, begin: 5, end: 6 })]));
  assert.equal(past.time(40), 4);
  assert.equal(past.time(75), 5.5);
  assert.ok(past.time(0) < 2.5 && past.time(0) > 0);
  assert.equal(past.frameAt(5.5), 75);
  assert.ok(past.time(110) > 6);
  assert.equal(interpolate([], [], 30), 1);
});

// A run of three deciders that come and go at random, several times in a tick as well, of an agent that is ticked in some
// frames only; told as the server tells it: what was active before the first tick of a piece begins in it, by its frame,
// and when it began, by its seconds.
function random(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const every = 1 + next(4);
  const ticks = Array.from({ length: 300 }, (_, frame) => (frame % every === 0 ? Array.from({ length: next(4) === 0 ? 1 + next(4) : 0 }, () => next(3)) : null));
  const tell = (from: number, to: number): Lanes => {
    const spans: Span[][] = [[], [], []];
    const open: (Span | null)[] = [null, null, null];
    let begun = false;
    for (let frame = 0; frame <= to; frame++) {
      const tick = ticks[frame];
      if (!tick) continue;
      if (frame >= from && !begun) {
        begun = true;
        open.forEach((was, i) => {
          spans[i] = [];
          if (was) spans[i]!.push((open[i] = { from: frame, to: frame, begin: was.begin + 1e-9, end: frame / 30, reason: "" }));
        });
      }
      for (const i of tick) {
        const was = open[i];
        if (was) {
          Object.assign(was, { to: frame, end: frame / 30, reason: "Success" });
          open[i] = null;
        } else {
          spans[i]!.push((open[i] = { from: frame, to: frame, begin: frame / 30, end: frame / 30, reason: "" }));
        }
      }
      for (const was of open) if (was) Object.assign(was, { to: frame, end: frame / 30 });
    }
    const marks = ticks.flatMap((all, frame) => (all && all.length > 1 && frame >= from && frame <= to ? [{ frame, kind: "flag", words: "" }] : []));
    return piece(from, to, begun ? spans.flatMap((all, i) => (all.length > 0 ? [lane(`D${i}`, i, 1, ...all)] : [])) : [], { marks });
  };
  return { tell, next };
}

test("pieces come to the same as all at once, wherever they are cut", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const { tell, next } = random(seed);
    const past = new Past(7);
    past.add(tell(0, 40));
    while (past.to < 299) past.add(tell(Math.max(1, past.to - next(3)), Math.min(299, past.to + 1 + next(12))));
    const whole = new Past(7);
    whole.add(tell(0, 299));
    const told = (p: Past) => p.lanes.map((l) => [l.decider, l.spans.map((s) => [s.from, p.endOf(s), s.reason, s.begin.toFixed(4), s.end.toFixed(4)])]).sort();
    assert.deepEqual(told(past), told(whole), `seed ${seed}`);
    assert.deepEqual(past.marks, whole.marks, `seed ${seed}`);
  }
});

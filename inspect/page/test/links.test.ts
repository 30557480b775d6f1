import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf, linkOf, misfits, type Link, type Run } from "../src/links.ts";
import { Names } from "../src/names.ts";
import { aboutWords, notesWith } from "../src/notes.ts";

const none: Link = { agent: null, frame: null, decider: null, title: null, seed: null, recording: null };

test("an address names a moment and its run, there and back", () => {
  for (const link of [
    { ...none, agent: 7, frame: 120, decider: "EAT & SLEEP#1", title: "Nest <b>&#", seed: "18446744073709551615", recording: "upload-1" },
    { ...none, agent: 7 }, none, { ...none, agent: 1, frame: 0, decider: "A" },
  ]) {
    assert.deepEqual(linkOf(hashOf(link)), link);
    assert.deepEqual(linkOf(`http://127.0.0.1:1/x/?recording=a${hashOf(link) || "#"}`), link);
  }
  assert.deepEqual(linkOf("#agent=-1&frame=1e400"), none);
  assert.deepEqual(linkOf("#nonsense"), none);
  assert.doesNotMatch(hashOf({ ...none, token: "secret" } as Link), /secret/);
});

test("a link of another run says in words what does not fit", () => {
  const run: Run = { title: "Nest", seed: "16", recording: null };
  const has = { first: 100, last: 500, live: true, decider: (name: string) => name === "EAT" };
  const link: Link = { ...none, agent: 7, frame: 200, decider: "EAT", title: "Nest", seed: "16" };
  assert.equal(misfits(link, run, has), "");
  assert.equal(misfits(none, run, has), "");
  assert.equal(misfits({ ...none, frame: 200, agent: 7 }, run, has), "", "a link that names no run fits any");
  const says = (change: Partial<Link>, expected: RegExp, of: Run = run, live = true) => assert.match(misfits({ ...link, ...change }, of, { ...has, live }), expected);
  says({ title: "Hive" }, /^The link does not fit: it is of “Hive”, and this is “Nest”\.$/);
  says({ seed: "15" }, /its world has the seed 15, and this one 16, so other things happen in it/);
  says({ decider: "FLY" }, /no tree here has the decider FLY/);
  says({ frame: 1500 }, /frame 1,500 is yet to come, in 1,000 frames: it is shown then/);
  says({ frame: 1500 }, /it ends with frame 500, before frame 1,500/, run, false);
  says({ frame: 20 }, /frame 20 is not held any more: the first is 100/);
  says({ recording: "upload-1" }, /it is of the recording upload-1, which is not open here/);
  says({}, /it is of the running game, and this is the recording fork-2/, { ...run, recording: "fork-2" });
  says({ title: "Hive", seed: "1", decider: "FLY" }, /Hive.*; its world.*; no tree here/);
});

test("a note says what it is about, and is found by that and by its words", () => {
  const names = new Names();
  names.take({ version: 1, all: true, agents: [7], names: ["Ogg"] });
  const notes = [{ id: 1, frame: 1450, agent: 7, decider: "FLEE\u0007", words: "Why here?" }, { id: 2, agent: 9 }, { id: 3 }];
  assert.deepEqual(notes.map((note) => aboutWords(note, names)), ["frame 1,450, Ogg #7, FLEE·", "#9", "all of it"]);
  const found = (query: string) => notesWith(notes, query, names).map((note) => note.id);
  assert.deepEqual([found(""), found("why"), found("ogg"), found("#9"), found("nothing")], [[1, 2, 3], [1], [1], [2], []]);
});

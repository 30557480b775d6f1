// The line of a query and the form beside it say the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, lineOf, outcomes, quoted, withQuery } from "../src/findline.ts";

test("names that could be taken for something else stand in quotes", () => {
  for (const name of ["GUARD", "EAT_GRAZE", "#7", "a-b.c"]) assert.equal(quoted(name), name);
  for (const name of ["last", "ANY", "two words", 'say "hi"', "", "7up", "🐑", "a\nb"]) assert.equal(quoted(name), JSON.stringify(name));
});

test("what the form says, the line says, and back", () => {
  for (const decider of ["", "GUARD", "last", 'the "best"']) {
    for (const [outcome] of outcomes) {
      for (const [last, unit] of [[0, "s"], [10, "s"], [0.5, "s"], [300, "frames"]] as const) {
        const fields = { decider, outcome, last, unit };
        assert.deepEqual(fieldsOf(lineOf(fields)), fields, lineOf(fields));
      }
    }
  }
  assert.equal(lineOf({ decider: "GUARD", outcome: "rejected by gate", last: 10, unit: "s" }), "GUARD rejected by gate last 10s");
});

test("a line that says more than the form leaves the form alone", () => {
  for (const line of ["", "GUARD", "GUARD rejected by target", "GUARD active of #7", "GUARD active last 10s in crowd A", '"GUARD active', "GUARD rejected by gate frames 1 to 2"]) {
    assert.equal(fieldsOf(line), null, line);
  }
});

test("the address keeps the query beside what else it has", () => {
  const kept = withQuery("http://127.0.0.1:1/?recording=fork-1", 'GUARD rejected by gate & "ä"');
  assert.equal(new URL(kept).searchParams.get("find"), 'GUARD rejected by gate & "ä"');
  assert.equal(new URL(kept).searchParams.get("recording"), "fork-1");
  assert.equal(withQuery(kept, ""), "http://127.0.0.1:1/?recording=fork-1");
});

// The server's words about a decider, cut to what fits beside it in the tree; whole they stand in the details and in
// the tip of the row. What it does not know the shape of it leaves as it is.
import type { PlaceState } from "./api.ts";
import { outcomeOf, wordsOf } from "./outcome.ts";

type Rule = [RegExp, string];

const rejected: Rule[] = [
  [/^needs the (?:decision flags?|stimulus|stimuli) (.+), which (is|are) not set$/, "$1 $2 not set"],
  [/^needs (?:one of|any of) the (?:decision flags|stimuli) (.+), .*$/, "none of $1 is set"],
  [/^must not have the (?:decision flags?|stimulus|stimuli) (.+), which (is|are) set$/, "$1 $2 set"],
  [/^must not have all of the (?:decision flags|stimuli) (.+), which are set$/, "$1 all set"],
  [/^said no: its (.+)$/, "$1"],
  [/^has (.+?) of its (\w+)(?: of .+?)? left$/, "$2: $1 left"],
  [/^waits for its (.+)$/, "$1"],
  [/^delegates to its children, and none would accept: .*$/s, "none of its children would accept"],
];
const notReached: Rule[] = [
  [/^It was not asked: /, ""],
  [/^(\S+), which stands before it, (.*)$/s, "$1 $2"],
  [/^(.+?)(?:, and |\. ).*$/s, "$1"],
];
const entered: Rule[] = [[/^.*?said yes, as (.+?)(?:\.|\.\s.*)?$/s, "$1"]];
const left: Rule[] = [
  [/^.*It was interrupted .*?: (\S+) took over.*$/s, "interrupted by $1"],
  [/^.*?[Ii]t (was \w+|succeeded|failed)( after [\d.]+ s)?\b.*$/s, "$1$2"],
];
const accepted: Rule[] = [[/^its (.+)$/, "$1"], [/^it (has no conditions)$/, "$1"]];

const of: Partial<Record<string, Rule[]>> = { rejected, notReached, entered, left, accepted };

/** What became of a decider in a tick, short. */
export function shortWords(state: PlaceState | undefined): string {
  const outcome = outcomeOf(state);
  if (!state?.words || state.leaving || state.pending || state.resting || state.waiting) return wordsOf(state);
  if (outcome === "continued") return "";
  let words = state.words;
  for (const [shape, as] of of[outcome] ?? []) words = words.replace(shape, as);
  return words.replace(/\.$/, "");
}

/** What its group and the decider itself keep from tick to tick: its turn, those of its children, its entries. */
export function storedWords(state: PlaceState | undefined): string {
  return [state?.turn, state?.children, state?.entries && `entered ${state.entries}`].filter(Boolean).join(", ");
}

/** Both: what stands beside a decider in the tree. A turn that is over says why it was not asked. */
export function rowWords(state: PlaceState | undefined): string {
  const stored = storedWords(state);
  const words = state?.turn && outcomeOf(state) === "notReached" ? "" : shortWords(state);
  return stored && words ? `${stored}; ${words}` : stored || words;
}

/** The server's answer to why, without the checks, which stand in a list of their own. */
export function headline(words: string): string {
  return words.split("\n").filter((line) => line.trim() !== "" && !/^ {4}/.test(line) && !/^ {2}\S.*:$/.test(line)).map((line) => line.trim()).join("\n");
}

/** The lines of an event's words; none for an event that says nothing. */
export function eventWords(words: string): string[] {
  return words.split("\n").filter((line) => line !== "");
}

// What became of a decider in a tick, as a word, a shape and a colour: never by colour alone.
import type { PlaceState } from "./api.ts";

export type Outcome = "entered" | "continued" | "accepted" | "rejected" | "masked" | "notReached" | "left" | "waits" | "jumped" | "none";

interface Look {
  word: string;
  does: string; // for the legend
  shape: string; // path in a box of 14 by 14
  filled: boolean;
}

// The shapes differ where the colours cannot be told apart.
export const looks: Record<Outcome, Look> = {
  entered: { word: "entered", does: "accepted, and became active in this tick", shape: "M3 2 L12 7 L3 12 Z", filled: true },
  continued: { word: "active", does: "was active and goes on", shape: "M7 1.5 A5.5 5.5 0 1 1 6.99 1.5 Z", filled: true },
  accepted: { word: "accepted", does: "would run, but another was chosen", shape: "M2 7.5 L5.5 11 L12 3.5", filled: false },
  rejected: { word: "rejected", does: "a check said no", shape: "M3 3 L11 11 M11 3 L3 11", filled: false },
  masked: { word: "masked", does: "finished earlier in this tick: not asked again", shape: "M7 1.8 A5.2 5.2 0 1 1 6.99 1.8 M3.4 3.4 L10.6 10.6", filled: false },
  notReached: { word: "not reached", does: "its group chose before it came to it", shape: "M3 7 L5 7 M9 7 L11 7", filled: false },
  left: { word: "left", does: "was active, and ended in this tick", shape: "M11 2 L2.5 7 L11 12 Z", filled: false },
  waits: { word: "waits", does: "becomes active when what runs has left, or its gate or squad lets it in", shape: "M3.5 1.5 L10.5 1.5 L3.5 12.5 L10.5 12.5 Z", filled: false },
  jumped: { word: "jumped", does: "a jump that led elsewhere", shape: "M2 11 Q2 4 10 4 M7 1 L10.5 4 L7 7", filled: false },
  none: { word: "", does: "its group was not visited", shape: "M6 7 L8 7", filled: false },
};

export function outcomeOf(state: PlaceState | undefined): Outcome {
  const outcome = state?.outcome;
  if (outcome && Object.hasOwn(looks, outcome)) return outcome as Outcome;
  if (state?.active) return "continued";
  return "none";
}

/** The short words beside a decider: the server's, or else the outcome's own. */
export function wordsOf(state: PlaceState | undefined): string {
  if (!state) return "";
  if (state.leaving) return "leaving";
  if (state.pending) return `${state.pending} waits for a Leave below`;
  if (state.resting) return "rests until the next tick";
  if (state.waiting) return `waits for ${state.waiting}`;
  const outcome = outcomeOf(state);
  if (state.words) return state.words;
  if (outcome === "rejected" && state.check) return `rejected: ${state.check}`;
  if (outcome === "left" && state.reason) return `left: ${state.reason}`;
  return outcome === "continued" ? "" : looks[outcome].word;
}

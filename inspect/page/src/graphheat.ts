// The heat of the graph: a number for each decider, of all agents.
import type { CrowdView, Moment } from "./api.ts";
import type { Row } from "./model.ts";
import { shareOf } from "./treerow.ts";
import { count, plural } from "./words.ts";

export type HeatKind = "" | "profile" | "agents";

export const heats: readonly [HeatKind, string][] = [["", "No heat"], ["profile", "Heat: time"], ["agents", "Heat: agents"]];

export interface NodeHeat {
  value: number;
  words: string; // "" for none
}

/** How many agents are at each place of each tree just now. */
export function byPlace(crowd: CrowdView | null): ReadonlyMap<string, number> {
  return new Map((crowd?.counts ?? []).map((of) => [`${of.tree}:${of.place}`, of.agents]));
}

/** The heat of a decider: its share of the time of all ticks, from the game's profile, or the agents that are in it. */
export function heatOf(kind: HeatKind, row: Row, moment: Moment | null, crowd: CrowdView | null, counts: ReadonlyMap<string, number>): NodeHeat {
  const cost = moment?.places[row.index]?.cost;
  if (kind === "profile" && cost) return { value: cost.share, words: shareOf(cost) };
  if (kind !== "agents" || !crowd) return { value: 0, words: "" };
  const agents = counts.get(`${row.tree}:${row.place}`) ?? 0;
  return { value: agents, words: row.parent < 0 ? plural(agents, "agent") : count(agents) };
}

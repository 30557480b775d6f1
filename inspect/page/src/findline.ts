// The line of a query as text: what the form makes of its fields, and what of the line the page's address keeps.

/** The outcomes that the form offers, with their words for people. The line can say more: see package query. */
export const outcomes: readonly (readonly [string, string])[] = [
  ["rejected", "was rejected"],
  ["rejected by gate", "was rejected by its gate"],
  ["rejected by squad", "was rejected by its squad"],
  ["rejected by decide", "was rejected by its Decide"],
  ["rejected by flags", "was rejected by decision flags"],
  ["rejected by stimuli", "was rejected by stimuli"],
  ["rejected by cooldown", "was rejected by its cooldown"],
  ["rejected by every or limit", "was rejected by Every or Limit"],
  ["waits", "waits"],
  ["not chosen", "said yes and was not chosen"],
  ["not asked", "was not asked"],
  ["began", "began"],
  ["ended", "ended"],
  ["ended failed", "failed"],
  ["ended interrupted", "was interrupted"],
  ["ended timedout", "ran into its timeout"],
  ["active", "was active"],
];

export interface Fields {
  decider: string; // "" for any
  outcome: string;
  last: number; // 0 for all that is recorded
  unit: "s" | "frames";
}

/** The words of the language that could be taken for a name. */
const reserved = new Set("any by or for because instead rejected waits accepted not asked began ended active last frames seconds of in with without".split(" "));

/** A name as a query has it: in quotes where it could be taken for something else. */
export function quoted(name: string): string {
  return /^[A-Za-z_#.-][\w#.-]*$/.test(name) && !reserved.has(name.toLowerCase()) ? name : JSON.stringify(name);
}

/** The line that the fields of the form say. */
export function lineOf(fields: Fields): string {
  const time = fields.last > 0 ? ` last ${fields.last}${fields.unit === "s" ? "s" : " frames"}` : "";
  return `${fields.decider ? quoted(fields.decider) : "any"} ${fields.outcome}${time}`;
}

/** The fields of a line that the form can say; null for others. */
export function fieldsOf(line: string): Fields | null {
  const words = /^\s*("(?:[^"\\]|\\.)*"|\S+)\s+(.+?)(?:\s+last\s+([\d.]+)\s*(s|frames))?\s*$/.exec(line);
  if (!words || !outcomes.some(([outcome]) => outcome === words[2])) return null;
  let decider = words[1]!;
  if (decider.toLowerCase() === "any") decider = "";
  else if (decider.startsWith('"')) {
    try {
      decider = String(JSON.parse(decider));
    } catch {
      return null;
    }
  }
  return { decider, outcome: words[2]!, last: Number(words[3] ?? 0), unit: words[4] === "frames" ? "frames" : "s" };
}

/** The address of a page with a query in it; "" takes it away. */
export function withQuery(address: string, line: string): string {
  const url = new URL(address);
  if (line) url.searchParams.set("find", line);
  else url.searchParams.delete("find");
  return url.href;
}

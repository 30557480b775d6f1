// Numbers and times in words, of a steady width, so that what changes sixty times a second does not move.

/** 12.3 s, 480 ms, 2 m 05 s. */
export function seconds(value: number): string {
  if (!Number.isFinite(value)) return "never";
  const size = Math.abs(value);
  if (size < 100) return `${value.toFixed(size < 10 ? 2 : 1)} s`;
  if (size < 3600) return `${Math.trunc(value / 60)} m ${String(Math.trunc(size % 60)).padStart(2, "0")} s`;
  return `${Math.trunc(value / 3600)} h ${String(Math.trunc((size % 3600) / 60)).padStart(2, "0")} m`;
}

/** A time with three digits that count, however short: 3.68 ms, 120 µs. */
export function brief(value: number): string {
  for (const [size, name] of [[1, "s"], [1e-3, "ms"], [1e-6, "µs"]] as const) if (value >= size) return `${Number((value / size).toPrecision(3))} ${name}`;
  return `${Math.round(value * 1e9)} ns`;
}

/** 00:12.34: the time of a world. */
export function clock(value: number): string {
  const hundredths = Math.round(value * 100); // first, so that 59.999 is a minute
  const minutes = Math.trunc(hundredths / 6000);
  return `${String(minutes).padStart(2, "0")}:${((hundredths % 6000) / 100).toFixed(2).padStart(5, "0")}`;
}

const thousands = new Intl.NumberFormat("en-US"); // making one takes a hundred times as long as using it

/** 12,345. */
export function count(value: number): string {
  return thousands.format(value);
}

/** A number for a table: integers as they are, others with three digits that count. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Number.isInteger(value) ? String(value) : Math.abs(value) >= 1000 ? value.toFixed(1) : String(Number(value.toPrecision(4)));
}

/** Words whose numbers of many digits have five that count: "x: 0.30000000000000004" as "x: 0.3". Text in quotes stays. */
export function rounded(words: string): string {
  return words.replace(/"(?:[^"\\]|\\.)*"|(?<![\w.])-?\d+\.\d{5,}(?:e[+-]?\d+)?(?![\w.])/g, (found) => {
    if (found.startsWith('"')) return found;
    const value = Number(found);
    return String(Math.abs(value) >= 1e4 ? Number(value.toFixed(1)) : Number(value.toPrecision(5)));
  });
}

/** "1 agent", "12 agents". */
export function plural(n: number, word: string): string {
  return `${count(n)} ${word}${n === 1 ? "" : "s"}`;
}

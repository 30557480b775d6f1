// The made-up world's map and crowd.
import { row, world } from "./mock.mjs";
import { trees } from "./trees.mjs";

export const leaves = [...new Set(trees.flatMap((tree) => tree.places.filter((p) => p.children.length === 0).map((p) => tree.deciders[p.decider].name)))];
const index = new Map(leaves.map((name, i) => [name, i]));
const side = 1000;

const place = (agent, frame) => {
  const angle = frame / (240 + (agent % 97)) + agent;
  const home = agent % 12, hx = 150 + (home % 4) * 235, hy = 180 + Math.floor(home / 4) * 320;
  const far = 20 + ((agent * 7919) % 130);
  return [hx + Math.cos(angle) * far + Math.sin(agent) * 20, hy + Math.sin(angle * 1.3) * far];
};
const base64 = (array) => Buffer.from(array.buffer).toString("base64");

/** client: of a stream, which is told the roster and what is behind once. */
export function scene(frame, client) {
  const n = Math.min(world.agents, 10_000);
  const xy = new Float32Array(2 * n), what = new Uint16Array(n), groups = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    [xy[2 * i], xy[2 * i + 1]] = place(i + 1, frame);
    what[i] = index.get(row(i + 1, frame).leaf) ?? 65535;
    groups[i] = i + 1 > 9900 ? 1 : 0;
  }
  const first = !client || !client.seen;
  if (client) client.seen = true;
  return {
    frame, time: frame / 30, minX: 0, minY: 0, maxX: side, maxY: side, yDown: true, count: n, of: world.agents, roster: 1, ids: first ? base64(Float64Array.from({ length: n }, (_, i) => i + 1)) : undefined,
    xy: base64(xy), what: base64(what), sizes: "", size: 4, groups: base64(groups), palette: ["grazer", "warden"], backdrop: 1,
    behind: first ? Array.from({ length: 12 }, (_, i) => ({ kind: "circle", colour: "ground", points: [150 + (i % 4) * 235, 180 + Math.floor(i / 4) * 320], r: 26, fill: true, text: `nest ${i + 1}` })) : undefined,
    shapes: [],
  };
}

export function crowd(heat) {
  const counts = new Map(), flows = new Map();
  const columns = 40, cells = new Array(columns * columns).fill(0);
  for (let id = 1; id <= world.agents; id++) {
    const now = row(id), before = row(id, world.frame - 30);
    for (const name of now.path) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (now.leaf !== before.leaf) {
      const key = `${before.leaf}\n${now.leaf}`;
      flows.set(key, (flows.get(key) ?? 0) + 1);
    }
    if (!heat || now.path.includes(heat)) {
      const [x, y] = place(id, world.frame);
      const at = Math.floor((y / side) * columns) * columns + Math.floor((x / side) * columns);
      if (at >= 0 && at < cells.length) cells[at]++;
    }
  }
  const leaf = new Set(leaves);
  return {
    frame: world.frame, began: world.frame - 2, agents: world.agents, sampled: world.agents,
    counts: [...counts].map(([decider, agents]) => ({ decider, place: 0, tree: trees[0].fingerprint, leaf: leaf.has(decider), agents })).sort((a, b) => b.agents - a.agents),
    flows: [...flows].map(([key, agents]) => ({ from: key.split("\n")[0], to: key.split("\n")[1], agents })).sort((a, b) => b.agents - a.agents).slice(0, 60),
    heat: { x: 0, y: 0, cell: side / columns, columns, rows: columns, counts: cells, most: Math.max(...cells) },
  };
}

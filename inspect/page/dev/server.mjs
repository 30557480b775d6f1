// Serves the page with a made-up world, for developing it and for its tests: node dev/server.mjs [port]
// It answers like inspect.Serve as far as the page can tell, without a token. AGENTS in the environment says how many there are.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { calledOf, lanes, moment, row, why, world } from "./mock.mjs";
import { crowd, leaves, scene } from "./mockworld.mjs";
import { decisionNames, stimuliNames, trees } from "./trees.mjs";

const assets = join(import.meta.dirname, "../../assets");
const kinds = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml" };
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
const clients = new Map();
let next = 1;

const control = () => ({ paused: world.paused, speed: world.speed, frame: world.frame, stopped: world.stopped });
const hello = (recording = "") => ({
  version: 1, title: "nest (made up)", seed: "7", recording, live: !recording, can: { control: !recording, scene: true, fork: !recording, download: true, open: true }, frame: world.frame, first: Math.max(0, world.frame - 1500), time: world.frame / 30,
  agents: world.agents, crowds: [{ name: "grazers", tree: trees[0].fingerprint, agents: world.agents - 100 }, { name: "wardens", tree: trees[1].fingerprint, agents: 100 }],
  trees: trees.map((t) => ({ fingerprint: t.fingerprint, name: t.name, description: t })), names: { decision: decisionNames, stimuli: stimuliNames, behavior: ["ToTheDeath"] }, named: 1, leaves,
  control: control(), breakpoints: world.breakpoints, recordings: [], limits: { upload: 64 << 20, page: 500, watched: 16, frames: 3000, worlds: 200, swept: 200000 },
});
const frame = () => ({ frame: world.frame, first: Math.max(0, world.frame - 1500), time: world.frame / 30, agents: world.agents, rate: world.paused ? 0 : 30 * world.speed, spent: 0.012, spentBy: { frame: 0.004, server: 0.006, recording: 0.002, saving: 0, asked: 0 }, named: 1, held: world.held, missed: 0, control: control() });

const named = (bits = 0) => ({ bits: `0x${bits.toString(16)}`, names: decisionNames.filter((_, i) => bits & (1 << i)) });

let notes = [];

const gets = {
  "/api/hello": (q) => hello(q.get("recording") ?? ""),
  "/api/agents": (q) => {
    const text = (q.get("query") ?? "").toLowerCase(), decider = q.get("decider") ?? "", flag = Number(q.get("flag") || 0), stimulus = Number(q.get("stimulus") || 0), crowdName = q.get("crowd") ?? "";
    const offset = Number(q.get("offset") ?? 0), limit = Math.min(500, Number(q.get("limit") ?? 100));
    let total = 0;
    const agents = [];
    const all = !text && !decider && !flag && !stimulus && !crowdName;
    if (all) {
      for (let id = offset + 1; id <= Math.min(world.agents, offset + limit); id++) agents.push(row(id));
      total = world.agents;
    } else {
      for (let id = 1; id <= world.agents; id++) {
        const r = row(id);
        if (text && !`${r.name} #${id}`.toLowerCase().includes(text) && !r.crowd.includes(text) && !r.path.some((n) => n.toLowerCase().includes(text))) continue;
        if ((decider && !r.path.includes(decider)) || (Number(r.flags.bits) & flag) !== flag || (Number(r.stimuli.bits) & stimulus) !== stimulus || (crowdName && r.crowd !== crowdName)) continue;
        if (total++ >= offset && agents.length < limit) agents.push(r);
      }
    }
    return { frame: world.frame, total, all: world.agents, indexed: world.agents, offset, agents };
  },
  "/api/names": () => {
    const agents = Array.from({ length: world.agents }, (_, i) => i + 1).filter(calledOf);
    return { version: 1, all: true, agents, names: agents.map(calledOf) };
  },
  "/api/held": () => ({
    agents: [...new Set([...world.overrides.keys(), ...world.forced.keys()])].sort((a, b) => a - b).map((agent) => ({
      agent, set: named(world.forced.get(agent)?.set), clear: named(world.forced.get(agent)?.clear), deciders: [...(world.overrides.get(agent) ?? [])].map(([decider, how]) => ({ decider, how })),
    })).filter((of) => of.deciders.length || of.set.names.length || of.clear.names.length), more: 0,
  }),
  "/api/notes": () => ({ notes }),
  "/api/log": (q) => ({ next: Number(q.get("since") ?? 0), dropped: 0, lines: [] }),
  "/api/crowd": (q) => crowd(q.get("heat") ?? ""),
  "/api/scene": (q) => scene(q.has("frame") ? Number(q.get("frame")) : world.frame),
};

function agentGet(path, q) {
  const [, id, what] = /^\/api\/agent\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
  if (!id) return undefined;
  if (Number(id) < 1 || Number(id) > world.agents) throw { status: 404, code: "notFound", error: `There is no agent ${id}.` };
  const number = (name, otherwise) => (q.has(name) ? Number(q.get(name)) : otherwise);
  if (what === "lanes") return lanes(Number(id), number("from", world.frame - 600), number("to", world.frame));
  if (what === "why") return why(Number(id), q.get("decider") ?? "", number("frame", world.frame), number("place", undefined));
  return moment(Number(id), number("frame", undefined));
}

const posts = {
  "/api/watch": (body) => (clients.get(body.client) && (clients.get(body.client).watch = body), {}),
  "/api/control": (body) => {
    if (body.do === "pause") world.paused = true;
    if (body.do === "go") world.paused = false;
    if (body.do === "step") (world.frame += body.steps || 1), (world.paused = true);
    if (body.do === "speed") world.speed = body.speed;
    world.stopped = undefined;
    tell("frame", frame());
    return control();
  },
  "/api/breakpoint": (body) => {
    if (body.do === "add") world.breakpoints = [...world.breakpoints, { hits: 0, ...body.breakpoint, id: next++ }];
    if (body.do === "remove") world.breakpoints = world.breakpoints.filter((b) => b.id !== body.breakpoint.id);
    if (body.do === "clear") world.breakpoints = [];
    tell("hello", hello());
    return { breakpoints: world.breakpoints };
  },
  "/api/act": (body) => {
    const of = world.overrides.get(body.agent) ?? new Map();
    world.overrides.set(body.agent, of);
    const named = [body.decider, ...(body.groups ?? [])];
    if (body.do === "force" || body.do === "forbid") for (const name of named) of.set(name, body.do === "force" ? "forced" : "forbidden");
    if (body.do === "free") body.decider ? named.forEach((name) => of.delete(name)) : of.clear();
    if (body.do === "release") for (const held of [world.overrides, world.forced]) body.agent ? held.delete(body.agent) : held.clear();
    if (body.do === "flag") world.forced.set(body.agent, { set: Number(body.set || 0), clear: Number(body.clear || 0) });
    world.held++;
    tell("frame", frame());
    return { frame: world.frame };
  },
  "/api/note": ({ do: what, note }) => {
    notes = notes.filter((other) => what === "add" || other.id !== note.id);
    if (what !== "remove") notes = [...notes, { ...note, id: what === "add" ? next++ : note.id }].sort((a, b) => (a.frame ?? 0) - (b.frame ?? 0));
    tell("notes", { notes });
    return { notes };
  },
  "/api/fork": (body) => ({ recording: "fork-1", original: "fork-1-original", fork: true, title: "a fork", changes: [], notes: [], of: 24, from: body.frame, to: body.frame + body.frames, agents: 2, more: false, differences: [
    { agent: body.changes[0]?.agent ?? 1, frame: body.frame + 1, first: true, what: "input", a: "stimuli 0x0", b: "stimuli NoiseHeard" }, { agent: body.changes[0]?.agent ?? 1, frame: body.frame + 1, first: false, what: "path", a: "EAT_GRAZE", b: "INVESTIGATE_GO" }, { agent: 17, frame: body.frame + 9, first: true, what: "path", a: "IDLE_STROLL", b: "HELP_GO" }] }),
};

function tell(event, data) {
  for (const client of clients.values()) send(client, event, data);
}
function send(client, event, data) {
  if (client.res.writableLength < 1 << 20) client.res.write(`id: ${world.frame}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

let owed = 0, turn = 0;
const ticker = setInterval(() => {
  if (!world.paused) {
    owed += 1.5 * world.speed;
    world.frame += Math.floor(owed);
    owed -= Math.floor(owed);
    tell("frame", frame());
  }
  turn++;
  for (const client of clients.values()) {
    const { watch } = client;
    if (watch.scene) send(client, "scene", scene(world.frame, client));
    if (watch.crowd && turn % 10 === 0) send(client, "crowd", crowd(watch.heat ?? ""));
    if (turn % 2 === 0) for (const agent of watch.agents ?? []) send(client, "agent", moment(agent));
  }
}, 50);
ticker.unref();

export const server = createServer((req, res) => {
  const url = new URL(req.url, "http://localhost");
  const json = (data, status = 200) => {
    res.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
    res.end(JSON.stringify(data));
  };
  const fail = (error) => (error.code && error.error ? json(error, error.status) : json({ error: String(error.stack ?? error), code: "bad" }, 400));
  try {
    if (req.method === "POST") {
      const run = posts[url.pathname];
      const chunks = [];
      req.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
        try {
          if (url.pathname === "/api/open") return json({ recording: "upload-1", agents: 24, first: 0, last: 1500 });
          run ? json(run(JSON.parse(Buffer.concat(chunks).toString() || "{}"))) : json({ error: "There is no such path.", code: "notFound" }, 404);
        } catch (error) {
          fail(error);
        }
      });
      return;
    }
    if (url.pathname === "/api/stream") {
      const client = { res, watch: {} };
      const name = String(next++);
      res.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      clients.set(name, client);
      req.on("close", () => clients.delete(name));
      send(client, "welcome", { client: name });
      send(client, "hello", hello());
      send(client, "frame", frame());
      return;
    }
    const run = gets[url.pathname];
    if (run) return json(run(url.searchParams));
    const agent = agentGet(url.pathname, url.searchParams);
    if (agent) return json(agent);
    const file = url.pathname === "/" ? "index.html" : url.pathname.replace(/^\/assets\//, "");
    const path = join(assets, file);
    if (!/^[\w.-]+$/.test(file) || !existsSync(path)) return json({ error: "There is no such path.", code: "notFound" }, 404);
    res.writeHead(200, { "Content-Type": kinds[extname(file)] ?? "application/octet-stream", "Content-Security-Policy": policy, "Cache-Control": "no-store" });
    createReadStream(path).pipe(res);
  } catch (error) {
    fail(error);
  }
});

if (process.argv[1] === import.meta.filename) {
  const port = Number(process.argv[2] ?? 8123);
  server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
}

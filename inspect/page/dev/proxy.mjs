// Serves the page as it was built last before a game that runs: node dev/proxy.mjs ADDRESS [port], the address with its token,
// as the game prints it. So the page can be changed without building or starting the game again.
import { createReadStream, existsSync } from "node:fs";
import { createServer, request } from "node:http";
import { extname, join } from "node:path";

const game = new URL(process.argv[2]);
const authorization = `Bearer ${game.searchParams.get("token")}`;
const assets = join(import.meta.dirname, "../../assets");
const kinds = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml" };

const server = createServer((req, res) => {
  const path = new URL(req.url, game).pathname;
  if (path.startsWith("/api/")) {
    const headers = { ...req.headers, host: game.host, authorization, ...(req.headers.origin ? { origin: game.origin } : {}) };
    const there = request(new URL(req.url, game), { method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode, answer.headers);
      answer.pipe(res);
    });
    there.on("error", () => res.destroy());
    res.on("close", () => there.destroy());
    req.pipe(there);
    return;
  }
  const file = path === "/" ? "index.html" : path.replace(/^\/assets\//, "");
  if (!/^[\w.-]+$/.test(file) || !existsSync(join(assets, file))) return res.writeHead(404).end();
  res.writeHead(200, { "Content-Type": kinds[extname(file)] ?? "application/octet-stream", "Cache-Control": "no-store" });
  createReadStream(join(assets, file)).pipe(res);
});
server.listen(Number(process.argv[3] ?? 8124), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));

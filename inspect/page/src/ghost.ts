// Ghosts on the map: where agents of a fork would be in the frame that is shown, beside where they were.
import { type Ghost, Newest } from "./api.ts";
import type { Camera } from "./camera.ts";
import type { Session } from "./session.ts";

const size = 6; // pixels: half of a ghost

export class GhostLayer {
  private ghosts: readonly Ghost[] = [];
  private readonly newest = new Newest();

  constructor(private readonly session: Session, private readonly changed: () => void) {
    session.store.on(["fork", "at", "agent"], () => void this.load());
  }

  /** How many there are. */
  get count(): number {
    return this.ghosts.length;
  }

  private async load(): Promise<void> {
    const { fork, at, agent } = this.session.store.state;
    if (!fork?.fork || at === null || at < fork.from) {
      this.newest.stop();
      this.take([]);
      return;
    }
    try {
      const got = await this.newest.run(() => this.session.api.in(fork.recording).ghosts(at, agent));
      if (got) this.take(got.ghosts ?? []);
    } catch {
      this.take([]); // this game's forks are not drawn
    }
  }

  private take(ghosts: readonly Ghost[]): void {
    if (ghosts.length === 0 && this.ghosts.length === 0) return;
    this.ghosts = ghosts;
    this.changed();
  }

  /** Draws them; write puts words at a place. */
  draw(to: CanvasRenderingContext2D, camera: Camera, color: string, ground: string, write: (words: string, x: number, y: number) => void): void {
    const { agent } = this.session.store.state;
    for (const ghost of [...this.ghosts].reverse()) { // the chosen agent's last, above the others
      const chosen = ghost.agent === agent;
      const [x, y] = [camera.screenX(ghost.x), camera.screenY(ghost.y)];
      const [fromX, fromY] = [camera.screenX(ghost.fromX), camera.screenY(ghost.fromY)];
      for (const [stroke, wider] of [[ground, 2.5], [color, 0]] as const) {
        to.strokeStyle = stroke;
        to.lineWidth = (chosen ? 2 : 1.25) + wider;
        to.beginPath();
        if (ghost.in === "both" && Math.hypot(x - fromX, y - fromY) > size) {
          to.setLineDash([2, 3]);
          to.moveTo(fromX, fromY);
          to.lineTo(x, y);
          to.stroke();
          to.beginPath();
        }
        to.setLineDash([]);
        if (ghost.in === "original") cross(to, fromX, fromY);
        else diamond(to, x, y, chosen ? size + 2 : size);
        to.stroke();
      }
      if (!chosen) continue;
      if (ghost.in === "original") write("not in the fork", fromX, fromY + size + 10);
      else write("in the fork", x, y < fromY ? y - size - 12 : y + size + 12); // away from the agent's own words
    }
  }
}

// A shape that no creature has, as not everybody tells the colors apart.
function diamond(to: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  to.moveTo(x, y - r);
  to.lineTo(x + r, y);
  to.lineTo(x, y + r);
  to.lineTo(x - r, y);
  to.closePath();
}
function cross(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.moveTo(x - size, y - size);
  to.lineTo(x + size, y + size);
  to.moveTo(x + size, y - size);
  to.lineTo(x - size, y + size);
}

// A camera over the map: which part of the world a canvas shows. Units are the game's on one side, CSS pixels on the
// other.

export interface Bounds {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  yDown: boolean; // y grows downwards on the screen
}

const furthest = 0.4; // of what shows everything

export class Camera {
  x = 0; // the middle, in the world
  y = 0;
  scale = 1; // pixels for a unit
  width = 1; // of the canvas
  height = 1;
  fitted = true; // shows everything, also when the canvas or the world gets another size
  private bounds: Bounds = { minX: 0, minY: 0, maxX: 1, maxY: 1, yDown: true };

  /** closest are the most pixels for a unit, fitting the most to show everything with. */
  constructor(private readonly closest = 400, private readonly fitting = Infinity) {}

  /** Says how large the canvas is. */
  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.fitted) this.fit();
  }

  /** Says how large the world is. Returns whether that is news. */
  cover(bounds: Bounds): boolean {
    const now = this.bounds;
    if (now.minX === bounds.minX && now.minY === bounds.minY && now.maxX === bounds.maxX && now.maxY === bounds.maxY && now.yDown === bounds.yDown) return false;
    const { minX, minY, maxX, maxY, yDown } = bounds;
    if (!(maxX > minX) || !(maxY > minY)) return false;
    this.bounds = { minX, minY, maxX, maxY, yDown };
    if (this.fitted) this.fit();
    return true;
  }

  /** Shows everything. */
  fit(): void {
    this.x = (this.bounds.minX + this.bounds.maxX) / 2;
    this.y = (this.bounds.minY + this.bounds.maxY) / 2;
    this.scale = this.whole();
    this.fitted = true;
  }

  private whole(): number {
    const { minX, minY, maxX, maxY } = this.bounds;
    return Math.min(this.fitting, 0.98 * Math.min(this.width / (maxX - minX), this.height / (maxY - minY)));
  }

  /** Pixels from the left. */
  screenX(x: number): number {
    return (x - this.x) * this.scale + this.width / 2;
  }

  /** Pixels from the top. */
  screenY(y: number): number {
    return (this.bounds.yDown ? y - this.y : this.y - y) * this.scale + this.height / 2;
  }

  worldX(px: number): number {
    return (px - this.width / 2) / this.scale + this.x;
  }

  worldY(py: number): number {
    const d = (py - this.height / 2) / this.scale;
    return this.bounds.yDown ? this.y + d : this.y - d;
  }

  /** 1 where y grows downwards on the screen, else -1. */
  get down(): 1 | -1 {
    return this.bounds.yDown ? 1 : -1;
  }

  /** Moves what is shown by pixels. */
  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= (dy / this.scale) * this.down;
    this.fitted = false;
    this.keepInside();
  }

  /** Zooms by a factor; what is at this pixel stays there. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    const x = this.worldX(px);
    const y = this.worldY(py);
    const least = this.whole() * furthest;
    this.scale = Math.max(least, Math.min(Math.max(this.closest, least), this.scale * factor));
    this.x += x - this.worldX(px);
    this.y += y - this.worldY(py);
    this.fitted = false;
    this.keepInside();
  }

  /** Puts a place of the world in the middle. */
  lookAt(x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.fitted = false;
  }

  // The middle stays in the world, so that nobody gets lost.
  private keepInside(): void {
    this.x = Math.max(this.bounds.minX, Math.min(this.bounds.maxX, this.x));
    this.y = Math.max(this.bounds.minY, Math.min(this.bounds.maxY, this.y));
  }
}

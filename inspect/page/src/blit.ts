// Discs by the ten thousand: drawn once for each colour, size and place within a pixel, then copied into the pixels of
// a canvas. A canvas's own paths take ten times as long where there is no graphics card.
import type { RGB } from "./colors.ts";

const steps = 4; // places within a pixel, in each direction: without them what moves slowly would jerk
export const largest = 20; // pixels of radius; larger discs are few, and drawn as paths

/** A disc as pixels: side × side of RGBA. */
interface Sprite {
  side: number;
  pixels: Uint32Array;
}

export interface Look {
  fill: RGB;
  ring: RGB | null; // a band around it
  edge: RGB; // a thin line around that, which keeps neighbours apart
  alpha: number; // 0 to 1
}

/** Sprites of one look, made as they are asked for. */
export class Disc {
  private readonly made: (Sprite | undefined)[] = [];

  constructor(private readonly look: Look) {}

  /** The sprite for a radius in quarter pixels, at this place within a pixel (0 to 3 each). */
  sprite(quarters: number, fx: number, fy: number): Sprite {
    const key = (quarters * steps + fy) * steps + fx;
    return (this.made[key] ??= draw(this.look, quarters / 4, fx / steps, fy / steps));
  }
}

function draw(look: Look, r: number, fx: number, fy: number): Sprite {
  const reach = Math.ceil(r + 1);
  const side = 2 * reach + 1;
  const bytes = new Uint8ClampedArray(side * side * 4);
  const band = look.ring ? Math.max(1.25, r * 0.36) : 0;
  const edge = r >= 2.5 ? 0.9 : 0;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const d = Math.hypot(x - reach - fx + 0.5, y - reach - fy + 0.5);
      const cover = Math.max(0, Math.min(1, r - d + 0.5));
      if (cover === 0) continue;
      const inner = Math.max(0, Math.min(1, r - edge - d + 0.5)); // 1 within the edge
      const core = Math.max(0, Math.min(1, r - edge - band - d + 0.5)); // 1 within the ring
      const ring = look.ring ?? look.fill;
      const at = 4 * (y * side + x);
      for (let c = 0; c < 3; c++) {
        const inside = ring[c]! + (look.fill[c]! - ring[c]!) * core;
        bytes[at + c] = look.edge[c]! + (inside - look.edge[c]!) * inner;
      }
      bytes[at + 3] = 255 * cover * look.alpha;
    }
  }
  return { side, pixels: new Uint32Array(bytes.buffer) };
}

/** The pixels of a canvas. */
export class Blitter {
  private image: ImageData;
  private pixels: Uint32Array;
  width: number;
  height: number;

  constructor(private readonly context: CanvasRenderingContext2D) {
    this.width = context.canvas.width;
    this.height = context.canvas.height;
    this.image = context.createImageData(Math.max(1, this.width), Math.max(1, this.height));
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  clear(): void {
    this.pixels.fill(0);
  }

  /** Puts a disc with its middle at a place in pixels. */
  put(disc: Disc, quarters: number, x: number, y: number): void {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const { side, pixels: from } = disc.sprite(quarters, ((x - left) * steps) | 0, ((y - top) * steps) | 0);
    const half = (side - 1) >> 1;
    const { width, height, pixels: to } = this;
    const x0 = left - half;
    const y0 = top - half;
    const beginX = x0 < 0 ? -x0 : 0;
    const endX = x0 + side > width ? width - x0 : side;
    const beginY = y0 < 0 ? -y0 : 0;
    const endY = y0 + side > height ? height - y0 : side;
    for (let row = beginY; row < endY; row++) {
      let source = row * side + beginX;
      let target = (y0 + row) * width + x0 + beginX;
      for (let column = beginX; column < endX; column++, source++, target++) {
        const pixel = from[source]!;
        const alpha = pixel >>> 24;
        if (alpha === 0) continue;
        const under = to[target]!;
        to[target] = alpha === 255 || under >>> 24 === 0 ? pixel : over(pixel, under, alpha);
      }
    }
  }

  /** Shows what was put. */
  flush(): void {
    this.context.putImageData(this.image, 0, 0);
  }
}

// over is a pixel on another. The one beneath counts as wholly opaque where it nearly is; edges of edges do not matter.
function over(pixel: number, under: number, alpha: number): number {
  const below = under >>> 24;
  const out = alpha + ((below * (255 - alpha)) / 255);
  const share = alpha / out;
  const mixed = (shift: number): number => {
    const a = (pixel >>> shift) & 255;
    const b = (under >>> shift) & 255;
    return (b + (a - b) * share) & 255;
  };
  return ((out & 255) << 24) | (mixed(16) << 16) | (mixed(8) << 8) | mixed(0);
}

// The stretch of time a timeline shows: frames on one side, pixels on the other.

const least = 12; // frames

export class TimeAxis {
  from = 0; // frames, fractions included
  to = 600;
  width = 1; // pixels

  x(frame: number): number {
    return ((frame - this.from) / (this.to - this.from)) * this.width;
  }

  frame(x: number): number {
    return this.from + (x / this.width) * (this.to - this.from);
  }

  get span(): number {
    return this.to - this.from;
  }

  pan(frames: number): void {
    this.from += frames;
    this.to += frames;
  }

  /** Zooms by a factor; what is at this pixel stays there. */
  zoom(factor: number, x: number, most: number): void {
    const at = this.frame(x);
    const span = Math.max(least, Math.min(Math.max(most, least), this.span / factor));
    this.from = at - (x / this.width) * span;
    this.to = this.from + span;
  }

  /** Keeps the stretch within what there is, with some room at the ends. */
  keep(first: number, last: number): void {
    const room = this.span * 0.1;
    if (this.to > last + room) this.pan(last + room - this.to);
    if (this.from < first - room) this.pan(Math.min(first - room - this.from, Math.max(0, last + room - this.to)));
  }

  /** Moves so far that a frame is in sight, with some room beside it. */
  reveal(frame: number): boolean {
    const room = this.span * 0.08;
    if (frame >= this.from && frame <= this.to) return false;
    this.pan(frame < this.from ? frame - room - this.from : frame + room - this.to);
    return true;
  }
}

/** A step of 1, 2 or 5 times a power of ten that is at least this. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  for (const step of [1, 2, 5, 10]) {
    if (step * power >= least * (1 - 1e-9)) return step * power;
  }
  return 10 * power;
}

/**
 * Moves a clock towards a target that comes in jerks: at the rate it has lately, never past it, and soon there when it
 * stands still.
 */
export class Glide {
  at = 0;
  private rate = 0; // a second
  private lastTarget = 0;
  private lastTime = 0; // milliseconds

  /** Takes a new target, now. */
  aim(target: number, now: number): void {
    const gone = (now - this.lastTime) / 1000;
    const far = target < this.at || this.lastTime === 0 || target - this.at > Math.max(120, 3 * this.rate);
    if (far || target < this.lastTarget || gone > 2) this.rate = 0;
    else if (gone > 0) this.rate += ((target - this.lastTarget) / gone - this.rate) * Math.min(1, gone * 4);
    if (far) this.at = target;
    this.lastTarget = target;
    this.lastTime = now;
  }

  /** Moves on by some milliseconds. Returns whether there is still way to go. */
  step(milliseconds: number): boolean {
    const left = this.lastTarget - this.at;
    if (left <= 0) return false;
    const seconds = Math.min(milliseconds, 100) / 1000;
    const behind = left - this.rate * 0.15; // it stays about this far behind, to have way to go until the next target
    this.at = Math.min(this.lastTarget, this.at + Math.max(0.2 * this.rate * seconds, this.rate * seconds + behind * Math.min(1, 4 * seconds)));
    if (this.lastTarget - this.at < 0.01) this.at = this.lastTarget;
    return this.at < this.lastTarget;
  }
}

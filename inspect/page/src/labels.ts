// Which words on the map are written: those that lie on none written before. Important ones are asked first.
export class Labels {
  private readonly boxes: [number, number, number, number][] = [];

  /** Whether words centred at a place have room there; they take it. Words that must be written take it anyway. */
  place(x: number, y: number, width: number, height: number, must = false): boolean {
    const box: [number, number, number, number] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    const free = !this.boxes.some(([left, top, right, bottom]) => left < box[2] && box[0] < right && top < box[3] && box[1] < bottom);
    if (!free && !must) return false;
    this.boxes.push(box);
    return true;
  }
}

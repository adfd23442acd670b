import type { Box } from '../view.ts';

const CELL_PX = 32;

/** A box, or a circle if it has a radius; its box is then the one around it. */
export type Obstacle = { box: Box; radius?: number };

/** The places of labels, so that no other label overlaps them. */
export class CollisionIndex {
  readonly #cells = new Map<string, Obstacle[]>();

  isFree(obstacle: Obstacle): boolean {
    return !cellsOf(obstacle.box).some((cell) => this.#cells.get(cell)?.some((other) => overlaps(obstacle, other)));
  }

  add(obstacle: Obstacle): void {
    for (const cell of cellsOf(obstacle.box)) {
      const others = this.#cells.get(cell);
      if (others === undefined) this.#cells.set(cell, [obstacle]);
      else others.push(obstacle);
    }
  }
}

export const circle = (x: number, y: number, radius: number): Obstacle => ({
  box: [x - radius, y - radius, x + radius, y + radius],
  radius,
});

function cellsOf(box: Box): string[] {
  const [left, top, right, bottom] = box.map((value) => Math.floor(value / CELL_PX)) as Box;
  const cells: string[] = [];
  for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) cells.push(`${x},${y}`);
  return cells;
}

function overlaps(a: Obstacle, b: Obstacle): boolean {
  if (a.box[0] > b.box[2] || b.box[0] > a.box[2] || a.box[1] > b.box[3] || b.box[1] > a.box[3]) return false;
  if (a.radius === undefined) return b.radius === undefined || hitsBox(b, b.radius, a.box);
  if (b.radius === undefined) return hitsBox(a, a.radius, b.box);
  const [ax, ay] = centreOf(a.box);
  const [bx, by] = centreOf(b.box);
  return Math.hypot(ax - bx, ay - by) < a.radius + b.radius;
}

function hitsBox({ box }: Obstacle, radius: number, [left, top, right, bottom]: Box): boolean {
  const [x, y] = centreOf(box);
  const dx = x - Math.min(Math.max(x, left), right);
  const dy = y - Math.min(Math.max(y, top), bottom);
  return Math.hypot(dx, dy) <= radius;
}

const centreOf = ([left, top, right, bottom]: Box) => [(left + right) / 2, (top + bottom) / 2] as const;

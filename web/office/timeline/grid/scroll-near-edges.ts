const EDGE_PX = 48;
const SPEED_PX = 12;

/** Scrolls a step towards the edge that the pointer is near, and returns whether it is near one. */
export function scrollNearEdges(element: HTMLElement, pointer: { x: number; y: number }): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = getStep(pointer.x, left, right);
  const y = getStep(pointer.y, top, bottom);
  if (x !== 0 || y !== 0) element.scrollBy(x, y);
  return x !== 0 || y !== 0;
}

function getStep(at: number, start: number, end: number): number {
  if (at < start + EDGE_PX) return -SPEED_PX;
  return at > end - EDGE_PX ? SPEED_PX : 0;
}

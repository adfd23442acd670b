type Vertex = [x: number, y: number];

export type NamedLine<T> = { name: string; line: Vertex[]; feature: T };

/** Joins lines of the same name whose ends meet, so that a street of many parts is named as one. */
export function mergeLines<T>(lines: readonly NamedLine<T>[]): NamedLine<T>[] {
  const byStart = new Map<string, NamedLine<T>>();
  const byEnd = new Map<string, NamedLine<T>>();
  const merged = new Set<NamedLine<T>>();
  for (const original of lines) {
    const [start, end] = [toKey(original, 0), toKey(original, -1)];
    const before = byEnd.get(start);
    const after = byStart.get(end);
    const target = before ?? after ?? { ...original };
    if (before !== undefined) {
      byEnd.delete(start);
      target.line = [...before.line, ...original.line.slice(1)];
    }
    if (after !== undefined && after !== before) {
      byStart.delete(end);
      target.line = [...(before === undefined ? original : target).line, ...after.line.slice(1)];
      if (after !== target) merged.delete(after);
    }
    merged.add(target);
    byStart.set(before === undefined ? start : toKey(target, 0), target);
    byEnd.set(after === undefined ? end : toKey(target, -1), target);
  }
  return [...merged];
}

function toKey({ name, line }: NamedLine<unknown>, end: 0 | -1): string {
  const [x, y] = line.at(end) ?? [];
  return `${x},${y},${name}`;
}

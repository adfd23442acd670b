import type { LinePath } from './line-path.ts';

type Options = {
  /** Between two names of the same street. */
  spacing: number;
  /** In radians, within `angleWindow` of the line. */
  maxAngle: number;
  labelLength: number;
  /** The length of a line over which its turns are added up. */
  angleWindow: number;
  /** From the start of a line to the first anchor, besides half the label. */
  startOffset: number;
  overscaling: number;
  /** Whether the line comes from another tile. */
  isContinued: boolean;
};

/** Finds the distances from the start of a line at which MapLibre tries to place its name. */
export function findAnchors(line: LinePath, options: Options): number[] {
  const { spacing, labelLength, startOffset, overscaling, isContinued } = options;
  // At least a quarter of the spacing stays between two names.
  const step = Math.max(spacing, labelLength + spacing / 4);
  const first = isContinued ? step / 2 : labelLength / 2 + startOffset;
  const anchors = sampleLine(line, (first * overscaling) % step, step, options);
  if (anchors.length > 0 || isContinued) return anchors;
  return sampleLine(line, line.length / 2, step, options);
}

function sampleLine(line: LinePath, offset: number, step: number, options: Options): number[] {
  const half = options.labelLength / 2;
  const anchors: number[] = [];
  for (let distance = offset; distance < line.length; distance += step) {
    if (distance >= half && distance + half <= line.length && isStraight(line, distance, options))
      anchors.push(distance);
  }
  return anchors;
}

/** Whether the line around an anchor turns so little that a name along it can be read. */
function isStraight(line: LinePath, anchor: number, { labelLength, angleWindow, maxAngle }: Options): boolean {
  const recent: { distance: number; angle: number }[] = [];
  let turned = 0;
  for (const corner of line.cornersBetween(anchor - labelLength / 2, anchor + labelLength / 2)) {
    recent.push(corner);
    turned += corner.angle;
    while (corner.distance - (recent[0]?.distance ?? corner.distance) > angleWindow)
      turned -= recent.shift()?.angle ?? 0;
    if (turned > maxAngle) return false;
  }
  return true;
}

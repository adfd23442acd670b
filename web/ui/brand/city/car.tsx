import { Box, type Paint } from './box.tsx';
import { PAINTS } from './paints.ts';

type CarProps = { x: number; y: number; paint: Paint };

/** A parked car that points along y. */
export function Car({ x, y, paint }: CarProps) {
  return (
    <>
      <Box x={x} y={y} z={0.08} width={0.46} depth={0.9} height={0.2} paint={paint} />
      <Box
        x={x + 0.05}
        y={y + 0.22}
        z={0.28}
        width={0.36}
        depth={0.46}
        height={0.17}
        paint={{ ...PAINTS.ink, top: paint.top }}
      />
    </>
  );
}

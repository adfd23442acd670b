import { Box, type BoxShape, type Paint } from './box.tsx';
import { type Corner, polygon } from './isometry.ts';

const FLOOR = 0.55;
const WINDOW = { width: 0.26, height: 0.26, gap: 0.5, sill: 0.2 };

/** A house with windows on its two visible sides. */
export function Building({ paint, windows, ...shape }: BoxShape & { paint: Paint; windows: string }) {
  const { x, y, width, depth, height } = shape;
  const sides: readonly { name: string; length: number; toCorner: (along: number, z: number) => Corner }[] = [
    { name: 'left', length: width, toCorner: (along, z) => [x + along, y + depth, z] },
    { name: 'right', length: depth, toCorner: (along, z) => [x + width, y + along, z] },
  ];
  return (
    <>
      <Box {...shape} paint={paint} />
      <g className={windows}>
        {sides.map(({ name, length, toCorner }) =>
          listWindows(length, height).map(({ key, along, end, sill, lintel }) => (
            <polygon
              key={`${name} ${key}`}
              points={polygon(
                toCorner(along, sill),
                toCorner(end, sill),
                toCorner(end, lintel),
                toCorner(along, lintel),
              )}
            />
          )),
        )}
      </g>
    </>
  );
}

function listWindows(length: number, height: number) {
  const columns = Math.floor((length - 0.1) / WINDOW.gap);
  const margin = (length - (columns - 1) * WINDOW.gap - WINDOW.width) / 2;
  const floors = Math.floor((height - 0.1) / FLOOR);
  return Array.from({ length: columns * floors }, (_, index) => {
    const along = margin + (index % columns) * WINDOW.gap;
    const sill = WINDOW.sill + Math.floor(index / columns) * FLOOR;
    return { key: index, along, end: along + WINDOW.width, sill, lintel: sill + WINDOW.height };
  });
}

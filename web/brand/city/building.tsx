import { Box, type BoxShape, type Paint } from './box.tsx';
import { polygon } from './isometry.ts';

const FLOOR = 0.55;
const WINDOW = { width: 0.26, height: 0.26, gap: 0.5, sill: 0.2 };

/** A house with windows on its two visible sides. */
export function Building({ paint, windows, ...shape }: BoxShape & { paint: Paint; windows: string }) {
  const { x, y, width, depth } = shape;
  return (
    <>
      <Box {...shape} paint={paint} />
      <g className={windows}>
        {listWindows(width, shape.height).map(({ key, along, sill, lintel, end }) => (
          <polygon
            key={`left ${key}`}
            points={polygon(
              [x + along, y + depth, sill],
              [x + end, y + depth, sill],
              [x + end, y + depth, lintel],
              [x + along, y + depth, lintel],
            )}
          />
        ))}
        {listWindows(depth, shape.height).map(({ key, along, sill, lintel, end }) => (
          <polygon
            key={`right ${key}`}
            points={polygon(
              [x + width, y + along, sill],
              [x + width, y + end, sill],
              [x + width, y + end, lintel],
              [x + width, y + along, lintel],
            )}
          />
        ))}
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

import { Box, type BoxShape, type Corner, fill, PAINTS, type Paint, polygon, project, WINDOWS } from './box.tsx';

const SIDE = 12;
/** Where the nine blocks begin, with streets between and around them. */
const BLOCKS = [0.7, 4.6, 8.5] as const;
const BLOCK = 2.8;

const STREET_MARKS = [4.05, 7.95] as const;
const BAYS = [0, 0.7, 1.4, 2.1, 2.8] as const;

/** A decorative city seen from above: streets, a parking lot with one free space, and the way to it. */
export function CityIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="-244 -70 488 324" aria-hidden="true" className={className}>
      <Box x={0} y={0} z={-0.5} width={SIDE} depth={SIDE} height={0.5} paint={PAINTS.plate} />
      <Streets />
      {BLOCKS.map((x, column) =>
        BLOCKS.map((y, row) => (
          <Box
            key={`${x} ${y}`}
            x={x}
            y={y}
            width={BLOCK}
            depth={BLOCK}
            height={0.08}
            paint={getGroundPaint(column, row)}
          />
        )),
      )}
      <BackRows />
      <ParkingLot />
      <FrontRows />
      <MapPin x={6.35} y={6.8} z={0.1} size={1.3} isFree />
      <MapPin x={9.9} y={2.1} z={1.9} size={0.85} isFree={false} />
      <MapPin x={2.1} y={9.9} z={1.7} size={0.85} isFree />
    </svg>
  );
}

function getGroundPaint(column: number, row: number) {
  if (column === 1 && row === 1) return PAINTS.lot;
  return (column === 2 && row === 1) || (column === 0 && row === 1) ? PAINTS.park : PAINTS.block;
}

function Streets() {
  return (
    <>
      <g className="stroke-[#f0b98a] dark:stroke-[#5a4330]" strokeWidth="1.6" strokeDasharray="7 6" fill="none">
        {STREET_MARKS.map((at) => (
          <g key={at}>
            <polyline points={polygon([at, 0.2, 0], [at, SIDE - 0.2, 0])} />
            <polyline points={polygon([0.2, at, 0], [SIDE - 0.2, at, 0])} />
          </g>
        ))}
      </g>
      {/* The way from the edge of the city to the lot. */}
      <polyline
        points={polygon([7.95, 11.8, 0], [7.95, 6.9, 0], [7.5, 6.9, 0])}
        fill="none"
        className="stroke-[#1f1206] dark:stroke-[#cfe64a]"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  );
}

function BackRows() {
  return (
    <>
      <Building x={0.9} y={0.9} width={1.2} depth={1.2} height={3.4} paint={PAINTS.orange} windows={WINDOWS.dark} />
      <Building x={2.3} y={1.1} width={1} depth={2.1} height={1.8} paint={PAINTS.cream} windows={WINDOWS.pale} />
      <Building x={4.8} y={0.9} width={2.4} depth={1} height={2.4} paint={PAINTS.cream} windows={WINDOWS.pale} />
      <Building x={5} y={2.2} width={1.1} depth={1} height={1.3} paint={PAINTS.ink} windows={WINDOWS.dark} />
      <Building x={8.7} y={0.9} width={1} depth={2.2} height={1.8} paint={PAINTS.orange} windows={WINDOWS.dark} />
      <Building x={10} y={1.2} width={1.1} depth={1.8} height={1.2} paint={PAINTS.cream} windows={WINDOWS.pale} />
      <Building x={0.9} y={8.7} width={2.3} depth={1} height={1.5} paint={PAINTS.cream} windows={WINDOWS.pale} />
      <Palm x={1.3} y={5.2} />
      <Palm x={2.4} y={5.6} />
      <Palm x={1.6} y={6.5} />
      <Palm x={2.9} y={6.8} />
    </>
  );
}

/** Four cars; the free space is highlighted. */
function ParkingLot() {
  const [x, y] = [4.6, 4.6];
  return (
    <>
      <g className="stroke-white/80" strokeWidth="1.4">
        {BAYS.map((bay) => (
          <g key={bay}>
            <polyline points={polygon([x + bay, y + 0.1, 0.08], [x + bay, y + 1.2, 0.08])} />
            <polyline points={polygon([x + bay, y + 1.6, 0.08], [x + bay, y + 2.7, 0.08])} />
          </g>
        ))}
      </g>
      <polygon
        className="fill-[#c6dc2c]"
        points={polygon(
          [x + 1.45, y + 1.65, 0.08],
          [x + 2.05, y + 1.65, 0.08],
          [x + 2.05, y + 2.7, 0.08],
          [x + 1.45, y + 2.7, 0.08],
        )}
      />
      <Car x={x + 0.12} y={y + 0.15} paint={PAINTS.white} />
      <Car x={x + 2.22} y={y + 0.15} paint={PAINTS.white} />
      <Car x={x + 0.12} y={y + 1.7} paint={PAINTS.orange} />
      <Car x={x + 2.22} y={y + 1.7} paint={PAINTS.lime} />
    </>
  );
}

function FrontRows() {
  return (
    <>
      <Palm x={9.1} y={5.2} />
      <Palm x={10.6} y={5.1} />
      <Palm x={9.8} y={6.3} />
      <Palm x={10.9} y={6.9} />
      <Building x={1.1} y={10} width={1} depth={1} height={0.9} paint={PAINTS.orange} windows={WINDOWS.dark} />
      <Building x={4.9} y={8.8} width={1} depth={2.1} height={1.2} paint={PAINTS.orange} windows={WINDOWS.dark} />
      <Building x={6.2} y={9} width={1} depth={1.7} height={0.8} paint={PAINTS.cream} windows={WINDOWS.pale} />
      <Building x={8.8} y={8.8} width={2.2} depth={1} height={1.1} paint={PAINTS.cream} windows={WINDOWS.pale} />
      <Building x={9} y={10.1} width={1.4} depth={0.9} height={0.7} paint={PAINTS.ink} windows={WINDOWS.dark} />
    </>
  );
}

type CarProps = { x: number; y: number; paint: Paint };

/** A parked car that points along y. */
function Car({ x, y, paint }: CarProps) {
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

const FRONDS = [
  'M0-15C6-20 11-17 12-12',
  'M0-15C-6-20-11-17-12-12',
  'M0-15C4-14 8-9 8-5',
  'M0-15C-4-14-8-9-8-5',
  'M0-15C0-21 3-23 6-23',
];

function Palm({ x, y }: { x: number; y: number }) {
  const { left, top } = project([x, y, 0.1]);
  return (
    <g transform={`translate(${left} ${top})`} fill="none" strokeLinecap="round">
      <path d="M0 0C1-5 1-10 0-15" className="stroke-[#8a5a2b] dark:stroke-[#a9713d]" strokeWidth="2.6" />
      <g className="stroke-[#7d9416] dark:stroke-[#b5cb35]" strokeWidth="3.2">
        {FRONDS.map((frond) => (
          <path key={frond} d={frond} />
        ))}
      </g>
    </g>
  );
}

type MapPinProps = {
  x: number;
  y: number;
  z: number;
  /** 1 is 40 units high. */
  size: number;
  isFree: boolean;
};

/** A pin over a zone: yellow-green when it has free spaces, else dark. */
function MapPin({ x, y, z, size, isFree }: MapPinProps) {
  const { left, top } = project([x, y, z]);
  return (
    <g transform={`translate(${left} ${top}) scale(${size})`}>
      <ellipse cx="0" cy="1" rx="8" ry="3.2" className="fill-black/25" />
      <path
        d="M0 0C-10-11-16-17-16-25a16 16 0 0 1 32 0C16-17 10-11 0 0Z"
        className={isFree ? 'fill-[#c6dc2c] stroke-[#1f1206]' : 'fill-[#1f1206] stroke-[#ffe3c7]'}
        strokeWidth="2"
      />
      <path
        d="M-5-15.500v-18h6.600c4.200 0 6.9 2.4 6.9 6.100s-2.7 6.1-6.9 6.100h-2.400v5.800Zm4.200-9.400h2c1.800 0 2.9-.900 2.9-2.500s-1.1-2.5-2.9-2.500h-2Z"
        className={isFree ? 'fill-[#1f1206]' : 'fill-[#c6dc2c]'}
      />
    </g>
  );
}

const FLOOR = 0.55;
const WINDOW = { width: 0.26, height: 0.26, gap: 0.5, sill: 0.2 };

/** A house with windows on its two visible sides. */
function Building({ paint, windows, ...shape }: BoxShape & { paint: Paint; windows: Paint['top'] }) {
  const { x, y, width, depth, height } = shape;
  return (
    <>
      <Box {...shape} paint={paint} />
      <g {...fill(windows)}>
        <Windows length={width} height={height} toCorner={(along, z) => [x + along, y + depth, z]} />
        <Windows length={depth} height={height} toCorner={(along, z) => [x + width, y + along, z]} />
      </g>
    </>
  );
}

type WindowsProps = { length: number; height: number; toCorner: (along: number, z: number) => Corner };

/** The windows of a side, in the middle of its length. */
function Windows({ length, height, toCorner }: WindowsProps) {
  const columns = Math.floor((length - 0.1) / WINDOW.gap);
  const floors = Math.floor((height - 0.1) / FLOOR);
  const margin = (length - (columns - 1) * WINDOW.gap - WINDOW.width) / 2;
  return Array.from({ length: columns * floors }, (_, index) => {
    const [along, sill] = [margin + (index % columns) * WINDOW.gap, WINDOW.sill + Math.floor(index / columns) * FLOOR];
    const [end, lintel] = [along + WINDOW.width, sill + WINDOW.height];
    const corners = [toCorner(along, sill), toCorner(end, sill), toCorner(end, lintel), toCorner(along, lintel)];
    return <polygon key={`${along} ${sill}`} points={polygon(...corners)} />;
  });
}

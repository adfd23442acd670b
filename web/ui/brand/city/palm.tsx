import { project } from './isometry.ts';

const FRONDS = [
  'M0-15C6-20 11-17 12-12',
  'M0-15C-6-20-11-17-12-12',
  'M0-15C4-14 8-9 8-5',
  'M0-15C-4-14-8-9-8-5',
  'M0-15C0-21 3-23 6-23',
];

export function Palm({ x, y }: { x: number; y: number }) {
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

import { project } from './isometry.ts';

type MapPinProps = {
  x: number;
  y: number;
  z: number;
  /** 1 is 40 units high. */
  size: number;
  isFree: boolean;
};

/** A pin over a zone: yellow-green when it has free spaces, else dark. */
export function MapPin({ x, y, z, size, isFree }: MapPinProps) {
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

import { clsx } from 'clsx';
import { encode } from 'uqr';

type QrCodeProps = {
  text: string;
  label: string;
  /** How much of the code may be hidden or dirty: 7 % or 15 %. */
  ecc?: 'L' | 'M';
  className?: string;
};

/** Black on white in both themes, since scanners need the contrast. */
export function QrCode({ text, label, ecc = 'L', className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc, border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={clsx('aspect-square bg-white', className)}
    >
      <path d={path} fill="black" />
    </svg>
  );
}

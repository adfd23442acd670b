import { encode } from 'uqr';
import { m } from '#messages';

/** The address of a ticket as a QR code, black on white in both themes, since scanners need the contrast. */
export function TicketCode({ address }: { address: string }) {
  const { data, size } = encode(address, { ecc: 'L', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={m.ticket_code_label()}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-80 shrink-0 self-center rounded-control bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}

import { clsx } from 'clsx';
import { m } from '#messages';

/** The pin of a parking place, 40 px; struck through in red when it is full. A selected one is larger, dark, and bounces. */
export function Pin({ isFull, isSelected = false }: { isFull: boolean; isSelected?: boolean }) {
  return (
    <svg
      viewBox="0 0 40 40"
      aria-hidden="true"
      className={clsx(
        'size-10 overflow-visible drop-shadow-sm',
        isSelected && 'origin-bottom scale-125 animate-bounce',
      )}
    >
      <ellipse cx="20" cy="38.500" rx="6" ry="1.800" fill="#1f1206" opacity=".28" />
      <path
        d="M20 1.200C12 1.200 5.800 7.300 5.800 15c0 9.600 9.600 16.400 13.200 22.700a1.150 1.150 0 0 0 2 0C24.600 31.400 34.200 24.600 34.200 15 34.200 7.300 28 1.200 20 1.200Z"
        fill={isSelected ? '#1f1206' : '#ff7a1a'}
        stroke="#fff"
        strokeWidth="1.600"
      />
      {isSelected ? null : (
        <path
          d="M20 2.800c7.100 0 12.600 5.400 12.600 12.200 0 4.300-2.200 8-4.900 11.300C29.300 22 29.500 16 27 11.200 25.200 7.800 22 5 17.500 3.100c.8-.2 1.600-.3 2.500-.3Z"
          fill="#d95600"
          opacity=".35"
        />
      )}
      <circle cx="20" cy="15" r="9.200" fill="#c6dc2c" stroke="#1f1206" strokeOpacity=".12" />
      <path
        d="M16.200 20.600V9.400h4.600c2.600 0 4.300 1.550 4.300 3.900s-1.700 3.900-4.300 3.900h-1.900v3.400Zm2.700-5.600h1.600c1.150 0 1.850-.63 1.850-1.700s-.7-1.700-1.850-1.700h-1.600Z"
        fill="#1f1206"
      />
      {isFull ? (
        <g strokeLinecap="round" data-struck-through>
          <path d="M7.500 5 32.500 29" stroke="#fff" strokeWidth="6" />
          <path d="M7.500 5 32.500 29" stroke="#dc2626" strokeWidth="3.600" />
        </g>
      ) : null}
    </svg>
  );
}

export function DestinationPin({ name }: { name: string }) {
  return (
    <div role="img" aria-label={name} title={name}>
      <Pin isFull={false} />
    </div>
  );
}

/** Marks a place that was searched for. */
export function PlaceDot({ title }: { title: string }) {
  return (
    <div role="img" aria-label={title} title={title} className="flex size-8 items-center justify-center">
      <span className="bg-ink size-4 rounded-full border-[3px] border-white shadow-md dark:border-[#1f1206]" />
    </div>
  );
}

export function UserDot() {
  return (
    <div role="img" aria-label={m.map_your_location()} title={m.map_your_location()} className="relative size-8">
      <span className="absolute inset-0 animate-pulse rounded-full bg-[#2563eb]/25" />
      <span className="absolute inset-2 rounded-full border-[3px] border-white bg-[#2563eb] shadow-md" />
    </div>
  );
}

import { clsx } from 'clsx';
import { CircleParking } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';

/** An icon replaces a picture that is missing or fails to load. */
export function ReservationImage({ src, className }: { src: string | undefined; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === undefined || src === failed) {
    return (
      <span
        role="img"
        aria-label={m.reservation_no_picture()}
        className={clsx('flex items-center justify-center rounded-control bg-brand-wash text-brand-ink', className)}
      >
        <CircleParking aria-hidden="true" className="size-8" />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      onError={() => setFailed(src)}
      className={clsx('rounded-control bg-canvas object-cover', className)}
    />
  );
}

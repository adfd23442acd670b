import { clsx } from 'clsx';

/** A grey shape in the place of content that is on its way; silent for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-control bg-line', className)} />;
}

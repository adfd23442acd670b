import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';

/** A grey shape in the place of content that is loading; screen readers skip it. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-control bg-line', className)} />;
}

type SkeletonListProps = {
  /** Says what is loading, for screen readers. */
  label: string;
  /** Whether everybody reads the label. */
  isShown?: boolean;
  /** The classes of each shape, such as its height. */
  shapes: readonly string[];
  className?: string;
};

/** Grey shapes one below the other, in the place of a list or form that is loading. */
export function SkeletonList({ label, isShown = false, shapes, className = 'gap-2' }: SkeletonListProps) {
  return (
    <div role="status" aria-label={isShown ? undefined : label} className={clsx('flex flex-col', className)}>
      {isShown ? <p className="text-muted">{label}</p> : null}
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change their order
        <Skeleton key={index} className={shape} />
      ))}
    </div>
  );
}

export function LoadingNote({ children, className }: { children: string; className?: string }) {
  return (
    <p role="status" className={clsx('text-muted flex items-center gap-2', className)}>
      <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
      {children}
    </p>
  );
}

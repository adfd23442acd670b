import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';

export function LoadingNote({ children, className }: { children: string; className?: string }) {
  return (
    <p role="status" className={clsx('text-muted flex items-center gap-2', className)}>
      <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
      {children}
    </p>
  );
}

import { clsx } from 'clsx';

/** Which of several pages is shown, as dots; `active` counts from 1. */
export function PageDots({ count, active }: { count: number; active: number }) {
  return (
    <div role="img" aria-label={`Page ${active} of ${count}`} className="flex items-center gap-2">
      {Array.from({ length: count }, (_, index) => (
        <span
          key={`dot ${index + 1}`}
          data-active={index + 1 === active || undefined}
          className={clsx('h-2 rounded-full bg-current', index + 1 === active ? 'w-6' : 'w-2 opacity-35')}
        />
      ))}
    </div>
  );
}

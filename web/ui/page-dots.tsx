import { clsx } from 'clsx';
import { m } from '#messages';

/** `active` counts from 1. */
export function PageDots({ count, active }: { count: number; active: number }) {
  const pages = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <div role="img" aria-label={m.page_dots_page({ page: active, count })} className="flex items-center gap-2">
      {pages.map((page) => (
        <span key={page} className={clsx('h-2 rounded-full bg-current', page === active ? 'w-6' : 'w-2 opacity-40')} />
      ))}
    </div>
  );
}

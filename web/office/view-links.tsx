import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';

type View<Id extends string> = { id: Id; label: string; icon: LucideIcon };

type ViewLinksProps<Id extends string> = {
  label: string;
  views: readonly View<Id>[];
  openId: Id;
  /** The address of a view. */
  getPath: (id: Id) => string;
};

/** Links between the views of one tab. */
export function ViewLinks<Id extends string>({ label, views, openId, getPath }: ViewLinksProps<Id>) {
  return (
    <nav aria-label={label} className="max-md:w-full">
      <ul className="flex flex-wrap gap-1 rounded-card border border-line bg-surface p-1 max-sm:text-sm md:w-fit">
        {views.map(({ id, label, icon: Icon }) => (
          <li key={id} className="flex-auto">
            <Link
              to={getPath(id)}
              preventScrollReset
              aria-current={id === openId ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-11 w-full items-center justify-center gap-2 rounded-control px-4 max-sm:px-2 font-semibold whitespace-nowrap transition-colors',
                id === openId ? 'bg-brand-wash text-brand-ink' : 'text-muted hover:text-ink',
              )}
            >
              <Icon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

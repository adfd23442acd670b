import { ChevronRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';

type LinkRowProps = { to: string; icon: LucideIcon; label: string; detail?: string };

/** One line of a list of places to go. */
export function LinkRow({ to, icon: Icon, label, detail }: LinkRowProps) {
  return (
    <Link to={to} className="flex min-h-16 items-center gap-4 px-4 py-3 transition-colors hover:bg-brand-wash">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-wash text-brand-ink">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold">{label}</span>
        {detail ? <span className="text-sm text-muted">{detail}</span> : null}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </Link>
  );
}

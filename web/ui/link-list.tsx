import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export function LinkList({ children }: { children: ReactNode }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">{children}</ul>
  );
}

type LinkItemProps = { to: string; icon: LucideIcon; label: string; detail?: string };

export function LinkItem({ to, icon: Icon, label, detail }: LinkItemProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-16 items-center gap-[16px] px-[16px] py-3 -outline-offset-3 transition-colors hover:bg-brand-wash"
      >
        <span className="flex size-[40px] shrink-0 items-center justify-center rounded-full bg-brand-wash text-brand-ink">
          <Icon aria-hidden="true" className="size-[20px]" />
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="font-semibold">{label}</span>
          {detail ? <span className="text-sm text-muted">{detail}</span> : null}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

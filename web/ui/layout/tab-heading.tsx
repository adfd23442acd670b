import type { ReactNode } from 'react';

type TabHeadingProps = { title: string; text?: string; children?: ReactNode };

/** The title of a tab, or of one of its views, and its buttons. */
export function TabHeading({ title, text, children }: TabHeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <h2 className="text-xl font-bold tracking-tight">{title}</h2>
        {text ? <p className="text-muted text-sm">{text}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </div>
  );
}

import type { ReactNode } from 'react';

type TabHeadingProps = {
  title: string;
  text?: string;
  /** Buttons for the whole tab. */
  children?: ReactNode;
};

export function TabHeading({ title, text, children }: TabHeadingProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div>
        <h2 className="text-xl font-bold tracking-tight">{title}</h2>
        {text ? <p className="text-muted text-sm">{text}</p> : null}
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
    </div>
  );
}

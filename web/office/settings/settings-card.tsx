import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

type SettingsCardProps = { title: string; text: string; icon: LucideIcon; children: ReactNode };

export function SettingsCard({ title, text, icon: Icon, children }: SettingsCardProps) {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} className="flex flex-col gap-4 p-5">
      <div className="flex items-start gap-3">
        <span className="bg-brand-wash text-brand-ink flex size-10 shrink-0 items-center justify-center rounded-full">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <div>
          <h3 id={id} className="text-lg font-bold">
            {title}
          </h3>
          <p className="text-muted text-sm">{text}</p>
        </div>
      </div>
      {children}
    </Card>
  );
}

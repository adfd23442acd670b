import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

/** A titled group of settings. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-lg font-bold tracking-tight">{title}</legend>
      <Card className="flex flex-col">{children}</Card>
    </fieldset>
  );
}

import type { ReactNode } from 'react';

type HealthItemProps = { name: string; badge: ReactNode; details: readonly string[]; advice?: string | null };

/** One part or job: its name, its state, and what there is to say about it. */
export function HealthItem({ name, badge, details, advice = null }: HealthItemProps) {
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{name}</span>
        {badge}
      </div>
      {details.map((detail) => (
        <p key={detail} className="text-muted text-sm wrap-anywhere">
          {detail}
        </p>
      ))}
      {advice === null ? null : <p className="text-sm">{advice}</p>}
    </li>
  );
}

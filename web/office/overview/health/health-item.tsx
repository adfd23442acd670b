import type { ReactNode } from 'react';

type HealthItemProps = { name: string; badge: ReactNode; details: readonly string[]; advice?: string | null };

/** One part or job: its name, its state, and what there is to say about it. */
export function HealthItem({ name, badge, details, advice = null }: HealthItemProps) {
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex items-start justify-between gap-4">
        <span className="font-semibold">{name}</span>
        <div className="shrink-0">{badge}</div>
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

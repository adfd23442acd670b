import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleMinus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { Badge } from '../../../ui/badge.tsx';
import type { PartState } from './describe-part.ts';

type HealthItemProps = { name: string; badge: ReactNode; details: readonly string[]; advice?: string | null };

const LOOKS: Record<PartState | 'late' | 'failed' | 'on-time', Look> = {
  online: { label: m.overview_system_online(), tone: 'positive', icon: CircleCheck },
  trouble: { label: m.health_trouble(), tone: 'danger', icon: CircleAlert },
  off: { label: m.health_off(), tone: 'neutral', icon: CircleMinus },
  unused: { label: m.health_unused(), tone: 'neutral', icon: CircleDashed },
  unknown: { label: m.health_unknown(), tone: 'neutral', icon: CircleHelp },
  'on-time': { label: m.health_job_on_time(), tone: 'positive', icon: CircleCheck },
  late: { label: m.health_job_late(), tone: 'danger', icon: CircleAlert },
  failed: { label: m.health_job_failed(), tone: 'danger', icon: CircleAlert },
};

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

type Look = { label: string; tone: 'positive' | 'danger' | 'neutral'; icon: LucideIcon };

/** A state in a word and an icon. */
export function StateBadge({ state }: { state: keyof typeof LOOKS }) {
  const { label, tone, icon: Icon } = LOOKS[state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="mr-1 size-4 shrink-0" />
      {label}
    </Badge>
  );
}

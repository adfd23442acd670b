import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleMinus, type LucideIcon } from 'lucide-react';
import { m } from '#messages';
import { Badge } from '../../../ui/badge.tsx';
import type { PartState } from './describe-part.ts';

type Look = { label: string; tone: 'positive' | 'danger' | 'neutral'; icon: LucideIcon };

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

import {
  Accessibility,
  Cctv,
  CircleCheck,
  Clock,
  KeyRound,
  Layers,
  type LucideIcon,
  ShieldCheck,
  Warehouse,
  Zap,
} from 'lucide-react';

const ICONS = new Map<string, LucideIcon>([
  ['roofed', Warehouse],
  ['active_security', ShieldCheck],
  ['multiple_levels', Layers],
  ['video_surveillance', Cctv],
  ['electric_charging', Zap],
  ['handicap_accessible', Accessibility],
  ['valet_service', KeyRound],
  ['24_7_access', Clock],
]);

export function AmenityIcon({ flag, className = 'size-5' }: { flag: string; className?: string }) {
  const Icon = ICONS.get(flag) ?? CircleCheck;
  return <Icon aria-hidden="true" className={className} />;
}

import {
  ArrowUp,
  ArrowUpLeft,
  ArrowUpRight,
  CornerUpLeft,
  CornerUpRight,
  type LucideIcon,
  MapPin,
  Navigation,
  RotateCw,
  Undo2,
} from 'lucide-react';
import type { RouteStep } from '../../map/contract.ts';

const BY_TYPE = new Map<string, LucideIcon>([
  ['depart', Navigation],
  ['arrive', MapPin],
  ['roundabout', RotateCw],
  ['rotary', RotateCw],
]);

const BY_MODIFIER = new Map<string, LucideIcon>([
  ['left', CornerUpLeft],
  ['sharp left', CornerUpLeft],
  ['slight left', ArrowUpLeft],
  ['right', CornerUpRight],
  ['sharp right', CornerUpRight],
  ['slight right', ArrowUpRight],
  ['uturn', Undo2],
]);

export function ManeuverIcon({ step: { type, modifier = '' } }: { step: RouteStep }) {
  const Icon = BY_TYPE.get(type) ?? BY_MODIFIER.get(modifier) ?? ArrowUp;
  return <Icon aria-hidden="true" className="size-5" />;
}

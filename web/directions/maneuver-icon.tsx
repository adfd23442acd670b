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
import type { RouteStep } from '../map/request-route.ts';

const BY_TYPE: Record<string, LucideIcon> = {
  depart: Navigation,
  arrive: MapPin,
  roundabout: RotateCw,
  rotary: RotateCw,
};

const BY_MODIFIER: Record<string, LucideIcon> = {
  left: CornerUpLeft,
  'sharp left': CornerUpLeft,
  'slight left': ArrowUpLeft,
  right: CornerUpRight,
  'sharp right': CornerUpRight,
  'slight right': ArrowUpRight,
  uturn: Undo2,
};

/** The arrow of a maneuver. */
export function ManeuverIcon({ step: { type, modifier = '' } }: { step: RouteStep }) {
  const Icon = BY_TYPE[type] ?? BY_MODIFIER[modifier] ?? ArrowUp;
  return <Icon aria-hidden="true" className="size-5" />;
}

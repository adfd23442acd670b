import { clsx } from 'clsx';
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
import { m } from '#messages';
import { AMENITIES, formatAmenity } from '../../../domain/zones/amenities.ts';

type AmenityFilterProps = {
  /** A zone has to have all of them. */
  wanted: readonly string[];
  onChange: (wanted: string[]) => void;
  className?: string;
};

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

export function AmenityFilter({ wanted, onChange, className }: AmenityFilterProps) {
  const toggle = (flag: string) =>
    onChange(wanted.includes(flag) ? wanted.filter((other) => other !== flag) : [...wanted, flag].toSorted());
  return (
    <fieldset className={clsx('flex min-w-0 gap-2', className)}>
      <legend className="sr-only">{m.zone_list_amenities()}</legend>
      {AMENITIES.map((flag) => (
        <ToggleChip key={flag} icon={iconOf(flag)} isOn={wanted.includes(flag)} onClick={() => toggle(flag)}>
          {formatAmenity(flag)}
        </ToggleChip>
      ))}
    </fieldset>
  );
}

type ToggleChipProps = { icon?: LucideIcon; isOn: boolean; onClick: () => void; children: string };

export function ToggleChip({ icon: Icon, isOn, onClick, children }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      // A row that scrolls sideways leaves a chip alone that is partly in view.
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible'))
          currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }}
      className={clsx(
        'shadow-sm inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-3.5 text-sm font-semibold whitespace-nowrap transition-colors',
        isOn ? 'bg-brand text-on-brand border-brand' : 'bg-raised border-line text-ink hover:border-field-line',
      )}
    >
      {Icon ? (
        <Icon aria-hidden="true" className={clsx('size-4.5', isOn ? 'text-on-brand' : 'text-brand-ink')} />
      ) : null}
      {children}
    </button>
  );
}

const iconOf = (flag: string): LucideIcon => ICONS.get(flag) ?? CircleCheck;

export function AmenityIcon({ flag, className = 'size-5' }: { flag: string; className?: string }) {
  const Icon = iconOf(flag);
  return <Icon aria-hidden="true" className={className} />;
}

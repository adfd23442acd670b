import { CalendarClock, MapPin } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatRateRange } from '../../../domain/money/money.ts';
import { formatAmenity } from '../../../domain/zones/amenities.ts';
import type { Space, Zone } from '../../../domain/zones/zone.ts';
import { Sheet } from '../../ui/feedback/sheet.tsx';
import { AmenityIcon } from './amenity-filter.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { SpaceList } from './space-list.tsx';
import { FreeBadge, RatingAverage } from './zone-facts.tsx';
import { describeSpecialDays, useZoneTimes } from './zone-times.ts';

type ZoneDetailsProps = {
  zone: Zone;
  /** One level below the heading that names the zone. */
  headings: 'h2' | 'h3';
  /** When to park; null for now. */
  period: Period | null;
  chosenTime?: ReactNode;
  onReserve: (space: Space) => void;
};

const ZoneRatings = lazy(async () => ({ default: (await import('./zone-ratings.tsx')).ZoneRatings }));

/** The details of a zone below its name, and its spaces to reserve. */
export function ZoneDetails({ zone, headings, period, chosenTime, onReserve }: ZoneDetailsProps) {
  const [image] = zone.images;
  return (
    <div className="flex flex-col gap-5">
      {image ? <img src={image} alt="" className="bg-canvas h-32 w-full sm:h-44 rounded-card object-cover" /> : null}
      <div className="flex flex-col gap-3">
        <div className="flex items-start gap-2">
          <p className="text-muted flex min-w-0 flex-1 gap-1.5 wrap-anywhere">
            <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {zone.address}
          </p>
          <FavouriteButton zone={zone} className="-my-2 -mr-2" />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-xl font-extrabold">{formatRateRange(zone)}</span>
          <FreeBadge zone={zone} />
          <RatingAverage zone={zone} />
        </div>
        <p className="leading-relaxed">{zone.description}</p>
        <ZoneTimes zoneId={zone.id} />
      </div>
      {zone.amenities.length === 0 ? null : (
        <Section heading={headings} title={m.field_amenities()}>
          <AmenityList amenities={zone.amenities} />
        </Section>
      )}
      <Section heading={headings} title={m.zone_spaces()}>
        {chosenTime}
        <SpaceList zone={zone} period={period} onReserve={onReserve} />
      </Section>
      {!getInstallation().keepsRatings || zone.numberOfRatings === 0 ? null : (
        <Section heading={headings} title={m.zone_ratings_title()}>
          <Suspense fallback={null}>
            <ZoneRatings zoneId={zone.id} />
          </Suspense>
        </Section>
      )}
    </div>
  );
}

function ZoneTimes({ zoneId }: { zoneId: string }) {
  const { hours = [], days = [] } = useZoneTimes(zoneId).data ?? {};
  const lines = [...hours, ...describeSpecialDays(days).map(({ text }) => text)];
  if (lines.length === 0) return null;
  return (
    <div className="flex gap-1.5">
      <CalendarClock aria-hidden="true" className="text-muted mt-0.5 size-5 shrink-0" />
      <ul className="min-w-0 wrap-anywhere">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

type SectionProps = { heading: ZoneDetailsProps['headings']; title: string; children: ReactNode };

function Section({ heading: Heading, title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2.5">
      <Heading id={id} className="font-bold">
        {title}
      </Heading>
      {children}
    </section>
  );
}

function AmenityList({ amenities }: { amenities: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {amenities.map((flag) => (
        <li
          key={flag}
          className="bg-canvas border-line inline-flex min-h-9 items-center gap-2 rounded-full border px-3 text-sm font-medium"
        >
          <AmenityIcon flag={flag} className="text-brand-ink size-4.5" />
          {formatAmenity(flag)}
        </li>
      ))}
    </ul>
  );
}

type ZonePanelProps = {
  zone: Zone | null;
  period: Period | null;
  chosenTime: ReactNode;
  onClose: () => void;
  onReserve: (space: Space, zone: Zone) => void;
};

/** The details of a zone over nine tenths of the screen. */
export function ZonePanel({ zone, period, chosenTime, onClose, onReserve }: ZonePanelProps) {
  // Keeps the last zone during the closing animation.
  const [shown, setShown] = useState(zone);
  if (zone !== null && zone !== shown) setShown(zone);

  return (
    <Sheet title={shown?.name} isOpen={zone !== null} onClose={onClose} className="h-[90dvh]">
      {shown ? (
        <ZoneDetails
          zone={shown}
          headings="h3"
          period={period}
          chosenTime={chosenTime}
          onReserve={(space) => onReserve(space, shown)}
        />
      ) : null}
    </Sheet>
  );
}

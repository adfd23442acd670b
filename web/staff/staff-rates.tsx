import { lazy, Suspense } from 'react';
import { RateList } from '../money/rates/rate-list.tsx';
import { Card } from '../ui/layout/card.tsx';

const ZoneDays = lazy(async () => ({ default: (await import('../booking/zones/zone-days.tsx')).ZoneDays }));

/** The rates, hours and days of a manager's zones. */
export const StaffRates = () => (
  <RateList
    renderZone={({ id, name }) => (
      <Card key={id} className="flex flex-col gap-3 p-5">
        <h2 className="text-lg font-bold wrap-anywhere">{name}</h2>
        <Suspense fallback={null}>
          <ZoneDays zoneId={id} />
        </Suspense>
      </Card>
    )}
  />
);

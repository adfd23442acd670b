import { m } from '#messages';
import { Badge } from '../../../../ui/badge.tsx';
import { type FoundDriver, formatPlates, nameDriver } from './found-driver.ts';

/** Who it is, with the plates and what is unusual about the account. */
export function DriverText({ driver }: { driver: FoundDriver }) {
  return (
    <>
      <span className="flex min-w-0 flex-[1_1_12rem] flex-col">
        <span className="font-semibold wrap-anywhere">{nameDriver(driver)}</span>
        <span className="text-muted text-sm wrap-anywhere">
          {driver.name === '' ? null : <span className="block">{driver.email}</span>}
          <span className="block">{formatPlates(driver)}</span>
        </span>
      </span>
      {driver.isSuspended ? <Badge tone="danger">{m.for_driver_suspended()}</Badge> : null}
      {driver.isConfirmed ? null : <Badge tone="neutral">{m.for_driver_unconfirmed()}</Badge>}
    </>
  );
}

import { Banknote, CalendarClock, CircleDollarSign, ScanSearch, Users } from 'lucide-react';
import { Link, NavLink, Outlet, useMatch } from 'react-router';
import { m } from '#messages';
import { DUTIES, type Duty } from '../../domain/staff/duties.ts';
import { useDuties } from '../account/session/duties.tsx';
import { lockTablet } from '../account/session/tablet.ts';
import { readTabletKey } from '../data/stored-session.ts';
import { paths } from '../paths.ts';
import { AskButton } from '../ui/feedback/question-dialog.tsx';
import { Button, buttonClass } from '../ui/form/button.tsx';
import { sells } from './today.ts';

/** The tabs of staff, each for some duties. */
const TABS: readonly { to: string; label: string; icon: typeof Users; duties: readonly Duty[] }[] = [
  { to: paths.staff, label: m.staff_tab_today(), icon: CalendarClock, duties: DUTIES.slice(0, 3) },
  { to: paths.staffPlate, label: m.staff_tab_plate(), icon: ScanSearch, duties: DUTIES.slice(0, 3) },
  { to: paths.staffShift, label: m.staff_tab_shift(), icon: Banknote, duties: ['cashier', 'manager'] },
  { to: paths.staffRates, label: m.rates_title(), icon: CircleDollarSign, duties: ['manager'] },
  { to: paths.staffTeam, label: m.staff_tab_team(), icon: Users, duties: ['manager'] },
];

export function StaffFrame() {
  const { data: held = [] } = useDuties();
  const tabs = TABS.filter(({ duties }) => held.some(({ duty, needsFactor }) => !needsFactor && duties.includes(duty)));
  return (
    <main tabIndex={-1} className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-4 px-4 pt-3 pb-8 outline-none">
      <div className="flex items-center justify-between gap-3 print:hidden">
        <h1 className="text-2xl font-bold tracking-tight">{m.staff_title()}</h1>
        {readTabletKey() === null ? (
          <AskButton
            variant="quiet"
            label={m.tablet_share()}
            onYes={lockTablet}
            question={{ title: m.tablet_share_title(), text: m.tablet_share_text(), label: m.tablet_share_yes() }}
          />
        ) : (
          <Button variant="secondary" size="small" onClick={lockTablet}>
            {m.tablet_change()}
          </Button>
        )}
      </div>
      <nav aria-label={m.staff_title()} className="flex gap-2 print:hidden">
        {tabs.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            end
            className="border-line bg-surface text-muted aria-[current=page]:border-brand-ink aria-[current=page]:text-brand-ink flex min-h-11 flex-1 flex-col items-center justify-center gap-x-2 rounded-card border px-1 py-1.5 font-semibold sm:flex-row"
          >
            <Icon aria-hidden="true" className="size-5" />
            {label}
          </NavLink>
        ))}
      </nav>
      {useMatch(paths.staff) && held.some(sells) ? (
        <Link to={paths.staffSell} className={buttonClass('secondary', 'min-h-14! text-lg!')}>
          {m.staff_sell()}
        </Link>
      ) : null}
      <Outlet />
    </main>
  );
}

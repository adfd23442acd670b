import { runAsOwner } from './run-as-owner.ts';
import type { RunningServer } from './server.ts';

/** Reservations of the last 40 days and of today, some of them late, each with what it cost. */
export const addReservationsOfWeeks = (server: RunningServer) =>
  runAsOwner(server, (sql) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(`
        insert into public.reservations (parking_space_id, start_time, end_time, ended_at, total_amount, status)
        select s.id, t.starts, t.starts + interval '2 hours',
          t.starts + interval '2 hours' + case when (n + s.nth) % 5 = 0 then interval '20 minutes' else interval '-5 minutes' end,
          10, 'completed'
        from (select id, row_number() over (order by zone_id, id) as nth from public.parking_spaces limit 40) s,
          generate_series(0, 40) n,
          lateral (select now() - n * interval '1 day' - interval '2 hours' - (s.nth % 9) * interval '50 minutes' as starts) t
        where (s.nth + n) % 3 > 0 or s.nth < 8`);
      await tx.unsafe(`
        insert into public.ledger_transactions (key, kind, reservation_id, created_at)
        select 'reservation ' || id, 'reservation', id, start_time from public.reservations where status = 'completed'
        on conflict do nothing`);
      await tx.unsafe(`
        insert into public.ledger_entries (transaction_id, account_id, amount)
        select t.id, a.id, case a.kind when 'revenue' then 8.47 when 'tax' then 1.53 else -10 end
        from public.ledger_transactions t, public.ledger_accounts a
        where t.key like 'reservation %' and a.kind in ('revenue', 'tax', 'adjustments')
        on conflict do nothing`);
      // No trigger has marked these days, which the server may have added up before.
      await tx`select private.rebuild_daily_totals()`;
    }),
  );

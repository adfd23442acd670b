-- Shifts: the cash drawer of one cashier, from its float to its count.
--
-- shifts            open ──close_shift──▶ closed
-- shift_movements   waiting ──decide_movement──▶ done | withdrawn; what needs no second person is done at once
--
-- Money of a shift, by its ledger's transaction of the kind 'shift'; payments and refunds are in [ledger]
--   float, in     from the safe into the drawer
--   drop          from the drawer into the safe
--   out           from the drawer for an expense of the operator, to the adjustments
--   count         what was counted goes into the safe, the difference to cash_over_short
--   correction    what the safe holds more or less of a closed shift, against cash_over_short
--
-- Rules
--   Cash is taken and given back only in the open shift of the caller, who has one at a time, for the zone or for all; administrators too.
--   The count is blind: what should be in the drawer is sent to nobody before it, not even in a rejection. It is made once
--   and posted at once. Where the difference is above the limit of the settings, its cashier opens no other shift before
--   somebody has written a note.
--   Drops and expenses of a shift that are above the limit together wait for a second person who may take cash in the zone.
--   A closed shift never changes; a manager, other than its cashier, adds a correction with its own date. A manager also
--   closes a forgotten shift, which says so. A shift belongs to the day on which it was opened.
--   Money in the safe and in the clearing accounts of the desk goes to the bank with the reference of its slip, used once.
--   Each act has an idempotency key. No foreign keys to people: shifts stay when accounts are deleted.

create table public.shifts (
  -- The idempotency key of the cashier who opened it.
  id uuid primary key,
  cashier_id uuid not null,
  cashier text not null check (length(cashier) <= 200),
  zone_id uuid references public.parking_zones (id) on delete set null,
  zone_name text check (length(zone_name) <= 255),
  opened_at timestamptz not null default now() check (isfinite(opened_at)),
  opening_float numeric(12, 2) not null check (opening_float between 0 and 1000000),
  closed_at timestamptz check (isfinite(closed_at)),
  closed_by text check (length(closed_by) <= 200),
  -- Closed by somebody else.
  is_forgotten boolean not null default false,
  -- How many there were of each bill and coin.
  counts jsonb check (length(counts::text) <= 1000),
  counted numeric(12, 2) check (counted between 0 and 99999999.99),
  expected numeric(12, 2) check (expected between -99999999.99 and 99999999.99),
  difference numeric(12, 2) check (difference between -99999999.99 and 99999999.99 and difference = counted - expected),
  needs_note boolean not null default false,
  note text check (length(note) <= 300),
  constraint shifts_closed_are_counted check (num_nulls(closed_at, closed_by, counts, counted, expected, difference) in (0, 6))
);
create unique index shifts_one_open_of_cashier on public.shifts (cashier_id) where closed_at is null;
create index shifts_by_opening on public.shifts (opened_at, id);
create index shifts_of_zone on public.shifts (zone_id) where zone_id is not null;
create index shifts_of_cashier on public.shifts (cashier_id, opened_at desc);

alter table public.ledger_transactions
  add constraint ledger_transactions_shift_id_fkey foreign key (shift_id) references public.shifts (id);

create table public.shift_movements (
  -- The idempotency key.
  id uuid primary key,
  shift_id uuid not null references public.shifts (id),
  kind text not null check (kind in ('drop', 'in', 'out', 'correction')),
  amount numeric(12, 2) not null
    check (amount between -1000000 and 1000000 and amount <> 0 and (amount > 0 or kind = 'correction')),
  reason text check (length(reason) <= 300),
  state text not null check (state in ('waiting', 'done', 'withdrawn')),
  made_by text not null check (length(made_by) <= 200),
  created_at timestamptz not null default now() check (isfinite(created_at)),
  decided_by text check (length(decided_by) <= 200),
  decided_at timestamptz check (isfinite(decided_at))
);
create index shift_movements_of_shift on public.shift_movements (shift_id, created_at);
create index shift_movements_waiting on public.shift_movements (shift_id) where state = 'waiting';

call private.secure('public.shifts', own => null, has_admins => false, is_audited => true);
call private.secure('public.shift_movements', own => null, has_admins => false, is_audited => true);

-- ## What holds for the owner of the tables too

create trigger shifts_never_deleted before delete or truncate on public.shifts
  for each statement execute function private.reject_write('Shifts are never deleted');
create trigger shift_movements_never_deleted before delete or truncate on public.shift_movements
  for each statement execute function private.reject_write('Movements of cash are never deleted');
-- A closed shift gets the note that it lacks, and forgets a zone that is deleted.
create trigger shifts_keep before update on public.shifts for each row
  when ((new.id, new.cashier_id, new.cashier, new.opened_at, new.opening_float, coalesce(new.zone_id, old.zone_id))
      is distinct from (old.id, old.cashier_id, old.cashier, old.opened_at, old.opening_float, old.zone_id)
    or old.closed_at is not null and to_jsonb(new) - array['zone_id', 'note'] <> to_jsonb(old) - array['zone_id', 'note']
    or old.note is not null and new.note is distinct from old.note)
  execute function private.reject_write('A shift is never changed');
create trigger shift_movements_keep before update on public.shift_movements for each row
  when (old.state <> 'waiting' or to_jsonb(new) - array['state', 'decided_by', 'decided_at']
    <> to_jsonb(old) - array['state', 'decided_by', 'decided_at'])
  execute function private.reject_write('A movement of cash is never changed');

-- ## The drawer of the caller

create function private.name_caller() returns text language sql stable set search_path = ''
  return (select private.name_actor(p) from public.profiles p where p.user_id = auth.uid());

-- What should be in the drawer.
create function private.expected_in(shift uuid) returns numeric language sql stable set search_path = ''
  return (select -coalesce(sum(t.amount), 0) from private.postings t where t.shift_id = shift and t.account = 'cash');

-- The open shift of the caller, which is not closed before the end of the transaction. It takes money for its zone alone, unless its
-- cashier works in all, and gives back no more than it holds.
create function private.lock_own_shift(space uuid default null, gives_back numeric default 0) returns public.shifts language plpgsql set search_path = ''
as $$
declare
  own public.shifts;
begin
  select * into own from public.shifts s where s.cashier_id = auth.uid() and s.closed_at is null for no key update;
  perform private.raise_problem('shift-needed') where own.id is null;
  perform private.raise_problem('shift-of-other-zone') from public.parking_spaces s where s.id = space and own.zone_id <> s.zone_id and not private.may('take_cash');
  perform private.raise_problem('drawer-too-low') where gives_back > 0 and private.expected_in(own.id) < gives_back;
  return own;
end;
$$;

create function private.denominations() returns numeric[] language sql stable set search_path = ''
  return (select case s.currency when 'DOP' then array[2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1]
    else array[100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01] end from private.settings() s);

-- A shift and the sums of its movements; with what it took and what was expected once it is closed.
create function private.describe_shift(shift public.shifts) returns jsonb language sql stable set search_path = ''
as $$
  select to_jsonb(shift) - array['cashier_id'] || jsonb_build_object(
    'is_own', shift.cashier_id = auth.uid(), 'day', private.country_day(shift.opened_at))
    || (
      select coalesce(jsonb_object_agg(m.kind, m.amount), '{}') from (
        select kind, sum(amount) as amount from public.shift_movements
        where shift_id = shift.id and state = 'done' group by kind) m)
    || case when shift.closed_at is null then '{}' else (
      select jsonb_build_object(
        'cash', coalesce(-sum(t.amount) filter (where t.kind = 'cash_payment' and t.account = 'cash'), 0),
        'terminal', coalesce(-sum(t.amount) filter (where t.account = 'clearing_terminal'), 0),
        'transfer', coalesce(-sum(t.amount) filter (where t.account = 'clearing_transfer'), 0),
        'refunds', coalesce(sum(t.amount) filter (where private.is_return(t.kind) and t.account = 'cash'), 0),
        'stays', count(distinct coalesce(t.reservation_id::text, split_part(t.key, ' ', 2))) filter (where t.account = 'wallet'))
      from private.postings t where t.shift_id = shift.id
    ) end;
$$;

-- ## What a cashier does
-- definer, here and below: nobody writes these tables, and nobody reads what a drawer should hold.

-- Opens a shift in a zone; null where its cashier works in all. A repeat is the same shift.
create function public.open_shift(key uuid, zone uuid, opening_float numeric)
returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  opened public.shifts;
begin
  perform private.require_duty('take_cash', zone), private.lock_driver(auth.uid());
  select * into opened from public.shifts s where s.id = key and s.cashier_id = auth.uid();
  if opened.id is not null then
    return private.describe_shift(opened);
  end if;
  perform private.raise_problem('price-changed') where not private.charges_drivers();
  perform private.raise_problem('shift-open')
    where exists (select from public.shifts s where s.cashier_id = auth.uid() and s.closed_at is null);
  perform private.raise_problem('shift-needs-note')
    where exists (select from public.shifts s where s.cashier_id = auth.uid() and s.needs_note and s.note is null);
  insert into public.shifts (id, cashier_id, cashier, zone_id, zone_name, opening_float)
  values (key, auth.uid(), private.name_caller(), zone,
    (select z.name from public.parking_zones z where z.id = zone), opening_float)
  returning * into opened;
  perform private.post('shift_float ' || key, 'shift', array[private.find_account('cash'), private.find_account('safe')],
    array[-opened.opening_float, opened.opening_float], shift => key) where opened.opening_float > 0;
  return private.describe_shift(opened);
end;
$$;

create function private.post_movement(movement public.shift_movements) returns void language plpgsql set search_path = ''
as $$
declare
  -- Money that enters an account of the operator is below zero.
  into_drawer constant numeric := case movement.kind when 'correction' then 0 when 'in' then movement.amount else -movement.amount end;
  into_safe constant numeric := case movement.kind when 'out' then 0 when 'in' then -movement.amount else movement.amount end;
begin
  perform private.post('shift_' || movement.kind || ' ' || movement.id, 'shift',
    array[private.find_account('cash'), private.find_account('safe'),
      private.find_account(case movement.kind when 'correction' then 'cash_over_short' else 'adjustments' end)],
    array[-into_drawer, -into_safe, into_drawer + into_safe], null, null, movement.reason, shift => movement.shift_id);
end;
$$;

-- Moves cash of the own drawer; or corrects a closed shift, of which the safe holds more, or less, than was counted. Returns
-- whether it is done or waits for a second person. A repeat changes nothing.
create function public.move_cash(key uuid, kind text, amount numeric, reason text default null, shift uuid default null)
returns text language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  own public.shifts;
  moved public.shift_movements;
begin
  if kind = 'correction' then
    select * into own from public.shifts s where s.id = shift;
    perform private.require_duty('close_shift', own.zone_id);
    perform private.raise_problem('second-person-needed') where own.cashier_id = auth.uid();
    perform private.raise_problem('shift-open') where own.closed_at is null;
  else
    own := private.lock_own_shift();
    perform private.require_duty('take_cash', own.zone_id);
  end if;
  select * into moved from public.shift_movements m where m.id = key and m.shift_id = own.id;
  if moved.id is not null then
    return moved.state;
  end if;
  perform private.require_reason(reason, key) where kind <> 'drop';
  insert into public.shift_movements (id, shift_id, kind, amount, reason, made_by, state)
  select key, own.id, move_cash.kind, move_cash.amount, nullif(btrim(move_cash.reason), ''), private.name_caller(),
    case when move_cash.kind in ('drop', 'out') and move_cash.amount + coalesce(sum(m.amount), 0)
      > (select s.cash_confirm_limit from private.settings() s) then 'waiting' else 'done' end
  from public.shift_movements m
  where m.shift_id = own.id and m.kind in ('drop', 'out') and m.state = 'done' and m.decided_by is null
  returning * into moved;
  perform private.post_movement(moved) where moved.state = 'done';
  return moved.state;
end;
$$;

-- A second person confirms what waits, or either of them withdraws it. A repeat changes nothing.
create function public.decide_movement(movement uuid, approve boolean)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  wanted constant text := case when approve then 'done' else 'withdrawn' end;
  held public.shifts;
  moved public.shift_movements;
begin
  select s.* into held from public.shift_movements m join public.shifts s on s.id = m.shift_id
  where m.id = movement for key share of s;
  perform private.require_duty('take_cash', held.zone_id);
  select * into moved from public.shift_movements m where m.id = movement for update;
  if moved.state = wanted then
    return;
  end if;
  perform private.raise_problem('movement-decided') where moved.state is distinct from 'waiting' or held.closed_at is not null;
  -- Nor by an account that the cashier has made staff.
  perform private.raise_problem('second-person-needed')
    where approve and auth.uid() in (select private.list_appointed(held.cashier_id, '30 days', only_below => true));
  update public.shift_movements m set state = wanted, decided_by = private.name_caller(), decided_at = now()
  where m.id = movement returning * into moved;
  perform private.post_movement(moved) where approve;
end;
$$;

-- Closes a shift with its count, {"500": 3, ...}, and returns its slip. A repeat with the same count returns it again, and
-- adds the note that it lacks.
create function public.close_shift(shift uuid, counts jsonb, note text default null)
returns jsonb language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
declare
  held public.shifts;
  total numeric;
  due numeric;
begin
  select * into held from public.shifts s where s.id = shift for update;
  perform private.require_duty(case when held.cashier_id = auth.uid() then 'take_cash' else 'close_shift' end, held.zone_id);
  perform private.reject('There is no such shift') where held.id is null;
  perform private.reject('counts has a number of each bill and coin')
    where jsonb_typeof(counts) is distinct from 'object' or length(counts::text) > 1000;
  perform private.reject('There is no such bill or coin') from jsonb_each(counts) c
  where case when c.key ~ '^[0-9]{1,4}([.][0-9]{1,2})?$' then c.key::numeric <> all (private.denominations()) else true end
    or (c.value::text ~ '^[0-9]{1,5}$') is not true;
  note := nullif(btrim(note), '');
  perform private.require_reason(note) where note is not null;
  if held.closed_at is not null then
    perform private.raise_problem('shift-closed') where held.counts <> close_shift.counts or held.note <> close_shift.note;
    update public.shifts s set note = close_shift.note where s.id = held.id and s.note is null returning * into held;
    return private.describe_shift(s) from public.shifts s where s.id = shift;
  end if;
  perform private.raise_problem('movement-waits')
    where exists (select from public.shift_movements m where m.shift_id = held.id and m.state = 'waiting');
  select coalesce(sum(c.key::numeric * c.value::text::numeric), 0) into total from jsonb_each(counts) c;
  -- No column overflows with it, since PostgreSQL says which values a rejected row has.
  perform private.raise_problem('amount-out-of-range') where total > 10000000;
  due := private.expected_in(held.id);
  perform private.post('shift_count ' || held.id, 'shift',
    array[private.find_account('cash'), private.find_account('safe'), private.find_account('cash_over_short')],
    array[due, -total, total - due], shift => held.id) where due <> 0 or total <> 0;
  update public.shifts s set
    closed_at = now(), closed_by = private.name_caller(), is_forgotten = held.cashier_id <> auth.uid(),
    counts = close_shift.counts, counted = total, expected = due, difference = total - due, note = close_shift.note,
    needs_note = abs(total - due) > (select x.cash_difference_limit from private.settings() x)
  where s.id = held.id returning * into held;
  return private.describe_shift(held);
end;
$$;

-- What the screen of a cashier shows: the own shift, open or the last one; what waits for a second person; and where the
-- caller may open one.
create function public.my_shift() returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_duty_somewhere('take_cash', null);
  return jsonb_build_object(
    'shift', (
      select private.describe_shift(s) from public.shifts s
      where s.cashier_id = auth.uid() order by s.opened_at desc, s.id limit 1),
    'waiting', (
      select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object('is_own', s.cashier_id = auth.uid()) order by m.created_at), '[]')
      from public.shift_movements m join public.shifts s on s.id = m.shift_id
      where m.state = 'waiting' and private.may('take_cash', s.zone_id)),
    'zones', (
      select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z.sort_name, z.id), '[]')
      from public.parking_zones z where z.id in (select private.zones_with('take_cash'))),
    'denominations', to_jsonb(private.denominations()));
end;
$$;

-- ## What managers, accountants and administrators do

-- The first 1000 shifts that were opened on these days, in the zones whose books the caller reads.
create function public.list_shifts(first_day date, last_day date)
returns setof jsonb language sql stable security definer set search_path = ''
as $$
  select private.require_duty_somewhere('read_books', null), private.require_days(first_day, last_day);
  select private.describe_shift(s) from public.shifts s
  where private.is_in_days(s.opened_at, first_day, last_day)
    and (private.may('read_books') or s.zone_id = any (array(select private.zones_with('read_books'))))
  order by s.opened_at desc, s.id limit 1000;
$$;

-- Money that went to the bank, with the reference of its slip. A repeat changes nothing.
create function public.deposit_at_bank(key uuid, account text, amount numeric, reference text)
returns void language plpgsql security definer set search_path = '' set lock_timeout = '3s'
as $$
begin
  perform private.require_duty('close_shift');
  reference := upper(btrim(reference));
  perform private.reject('account is safe, clearing_terminal or clearing_transfer')
    where (account in ('safe', 'clearing_terminal', 'clearing_transfer')) is not true;
  perform private.raise_problem('amount-out-of-range') where (amount between 0.01 and 99999999.99) is not true;
  perform private.raise_problem('reference-required') where (reference ~ '^[0-9A-Z-]{4,64}$') is not true;
  perform private.raise_problem('reference-used') where exists (
    select from public.ledger_transactions t
    where (t.kind, private.bare_reference(t.reference)) = ('bank_deposit', private.bare_reference(deposit_at_bank.reference))
      and t.key <> 'bank_deposit ' || deposit_at_bank.key);
  if private.post('bank_deposit ' || key, 'bank_deposit', array[private.find_account(account), private.find_account('bank')],
    array[round(amount, 2), -round(amount, 2)], reference => reference)
  then
    insert into public.audit_log (actor_id, action, subject_table, subject_id, after)
    values (auth.uid(), 'insert', 'bank_deposits', reference, jsonb_build_object('amount', amount));
  end if;
end;
$$;

grant execute on function
  public.open_shift, public.move_cash, public.decide_movement, public.close_shift, public.my_shift,
  public.list_shifts, public.deposit_at_bank to authenticated;

-- Differences: where the records of a provider and those of the product disagree, until an administrator resolves it.
--
-- The worker compares each finished day of each provider once (claim_comparison, list_captures, finish_comparison) and
-- records what it finds; so do payments and webhooks. The same difference is open once.

-- An administrator looks into each and closes it with a resolution.
create table public.payment_differences (
  id uuid primary key default gen_random_uuid(),
  provider text not null constraint payment_differences_provider_is_known check (provider in ('azul', 'paypal')),
  kind text not null
    constraint payment_differences_kind_is_known check (kind in (
      'amount', 'missing-here', 'missing-there', 'captured-twice', 'bad-signature', 'dispute', 'not-confirmed'
    )),
  payment_id uuid constraint payment_differences_payment_id_fkey references public.payments (id),
  provider_order text not null default ''
    constraint payment_differences_provider_order_length check (length(provider_order) <= 64),
  detail text not null default '' constraint payment_differences_detail_length check (length(detail) <= 300),
  created_at timestamptz not null default now()
    constraint payment_differences_created_at_is_finite check (isfinite(created_at)),
  resolved_at timestamptz constraint payment_differences_resolved_at_is_finite check (isfinite(resolved_at)),
  resolution text constraint payment_differences_resolution_length check (length(resolution) <= 300),
  constraint payment_differences_resolved_with_reason check ((resolved_at is null) = (resolution is null)));

comment on table public.payment_differences is
  'What the records of a provider and of the product disagree about, until somebody resolves it.';
-- The same is open once.
create unique index payment_differences_once on public.payment_differences
  (provider, kind, provider_order, coalesce(payment_id, '00000000-0000-0000-0000-000000000000'))
  where resolved_at is null;
create index payment_differences_of_payment on public.payment_differences (payment_id) where payment_id is not null;

alter table public.payment_differences enable row level security;
revoke all on public.payment_differences from public, anon, authenticated, service_role;
grant select on public.payment_differences to authenticated, service_role;
grant update (resolved_at, resolution) on public.payment_differences to authenticated;

create policy admins_read_differences on public.payment_differences
  for select to authenticated using ((select private.is_admin()));
create policy admins_resolve_differences on public.payment_differences for update to authenticated
  using ((select private.is_admin()) and resolved_at is null) with check ((select private.is_admin()));
create policy people_show_second_factor on public.payment_differences
  as restrictive to authenticated using ((select private.has_shown_second_factor()));

-- definer: the service writes no differences by itself.
create function public.record_difference(provider text, kind text, payment uuid, provider_order text, detail text)
returns void language sql security definer set search_path = ''
as $$
  insert into public.payment_differences (provider, kind, payment_id, provider_order, detail)
  values ($1, $2, (select p.id from public.payments p where p.id = $3), left(coalesce($4, ''), 64), left(coalesce($5, ''), 300))
  on conflict do nothing;
$$;

create function private.resolve_difference()
returns trigger language plpgsql set search_path = ''
as $$
begin
  new.resolution := btrim(new.resolution);
  if coalesce(new.resolution, '') = '' then
    perform private.raise_problem('reason-required');
  end if;
  new.resolved_at := now();
  return new;
end;
$$;
create trigger payment_differences_resolve before update of resolution, resolved_at on public.payment_differences
  for each row execute function private.resolve_difference();
create trigger payment_differences_audit after insert or update or delete on public.payment_differences
  for each row execute function private.audit_admin_write();

-- ## The daily comparison

create table private.payment_comparisons (
  provider text not null constraint payment_comparisons_provider_is_known check (provider in ('azul', 'paypal')),
  day date not null constraint payment_comparisons_day_is_finite check (isfinite(day)),
  started_at timestamptz not null default now()
    constraint payment_comparisons_started_at_is_finite check (isfinite(started_at)),
  finished_at timestamptz constraint payment_comparisons_finished_at_is_finite check (isfinite(finished_at)),
  primary key (provider, day));

comment on table private.payment_comparisons is 'The days whose captures were compared with the provider''s record.';
alter table private.payment_comparisons enable row level security;
revoke all on private.payment_comparisons from public, anon, authenticated, service_role;

-- A day of Santo Domingo, of the last week up to yesterday. Null where nothing is left or another worker does it.
create function public.claim_comparison(provider text)
returns date language sql security definer set search_path = ''
as $$
  insert into private.payment_comparisons as c (provider, day)
  select $1, d.day
  from (
    select generate_series(
      greatest(
        (select private.country_day(min(p.captured_at)) from public.payments p where p.provider = $1),
        private.country_day(now()) - 7
      ),
      private.country_day(now()) - 1,
      interval '1 day'
    )::date as day
  ) d
  where exists (select from public.payments p where p.provider = $1 and p.captured_at is not null) and not exists (
    select from private.payment_comparisons known
    where known.provider = $1 and known.day = d.day
      and (known.finished_at is not null or known.started_at > now() - interval '1 hour')
  )
  order by d.day limit 1
  on conflict (provider, day) do update set started_at = now()
    where c.finished_at is null and c.started_at <= now() - interval '1 hour'
  returning day;
$$;

create function public.list_captures(provider text, day date)
returns table (payment_id uuid, provider_order text, provider_reference text, amount numeric, currency text)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.provider_order, p.provider_reference, p.amount, p.currency
  from public.payments p
  where p.provider = $1 and p.captured_at >= private.start_of_day($2)
    and p.captured_at < private.start_of_day($2 + 1);
$$;

create function public.finish_comparison(provider text, day date)
returns void language sql security definer set search_path = ''
as $$
  update private.payment_comparisons c set finished_at = now() where c.provider = $1 and c.day = $2;
$$;

-- ## The service calls these functions

revoke all on function
  public.record_difference, public.claim_comparison, public.list_captures, public.finish_comparison
  from public, anon, authenticated;
grant execute on function
  public.record_difference, public.claim_comparison, public.list_captures, public.finish_comparison to service_role;

-- What failed in the last 7 days, the newest 100 of it. `of_reason` counts the same reason, shown or not.

create function public.overview_failed_payments()
returns table (
  id uuid, failed_at timestamptz, method text, failure text, amount numeric, currency text,
  user_email text, of_reason bigint
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_overview_reader();
  return query
    select d.id, d.created_at, d.method, d.failure, d.amount, d.currency, u.email, d.of_reason
    from (
      select p.*, count(*) over (partition by p.method, p.failure) as of_reason
      from public.payments p
      where p.state = 'declined' and p.provider in ('azul', 'paypal') and p.created_at > now() - interval '7 days'
      order by p.created_at desc, p.id limit 100
    ) d
    left join public.profiles u on u.user_id = d.user_id
    order by d.created_at desc, d.id;
end;
$$;

create function public.overview_failed_notices()
returns table (
  id uuid, failed_at timestamptz, kind text, channel text, error text, user_email text, of_reason bigint
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_overview_reader();
  return query
    select f.id, f.finished_at, f.kind, f.channel, f.last_error, u.email, f.of_reason
    from (
      select n.*, count(*) over (partition by n.kind, n.channel, n.last_error) as of_reason
      from public.notifications n
      where n.state = 'failed' and n.finished_at > now() - interval '7 days'
      order by n.finished_at desc, n.id limit 100
    ) f
    left join public.profiles u on u.user_id = f.user_id
    order by f.finished_at desc, f.id;
end;
$$;

revoke all on function public.overview_failed_payments() from public, anon;
revoke all on function public.overview_failed_notices() from public, anon;
grant execute on function public.overview_failed_payments() to authenticated;
grant execute on function public.overview_failed_notices() to authenticated;

comment on function public.overview_failed_payments() is 'Declined payments of the last 7 days, for administrators.';
comment on function public.overview_failed_notices() is
  'Notifications of the last 7 days that could not be delivered, for administrators.';

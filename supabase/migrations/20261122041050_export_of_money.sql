-- A person's own data has their money and their receipts in it.

create or replace function public.export_my_data()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  person constant uuid := (select auth.uid());
begin
  if person is null or not (select private.has_shown_second_factor()) then
    raise exception 'Log in to export your data' using errcode = 'insufficient_privilege';
  end if;
  -- Account ids of administrators, who wrote, hid or resolved something, are not about this person.
  return jsonb_build_object(
    'exported_at', now(),
    'profiles', (
      select jsonb_agg(to_jsonb(p) - 'sort_name') from public.profiles p where p.user_id = person
    ),
    'user_settings', (
      select jsonb_agg(to_jsonb(s)) from public.user_settings s where s.user_id = person
    ),
    'user_roles', (
      select jsonb_agg(to_jsonb(r)) from public.user_roles r where r.user_id = person
    ),
    'user_activity', (
      select jsonb_agg(to_jsonb(a) order by a.created_at) from public.user_activity a where a.user_id = person
    ),
    'user_messages', (
      select jsonb_agg(to_jsonb(m) - 'sender_id' - 'seen_until' order by m.created_at)
      from public.user_messages m where m.user_id = person
    ),
    'vehicles', (
      select jsonb_agg(to_jsonb(v) order by v.created_at) from public.vehicles v where v.user_id = person
    ),
    'ratings', (
      select jsonb_agg(to_jsonb(r) - 'hidden_by' order by r.created_at) from public.ratings r where r.user_id = person
    ),
    'reservations', (
      select jsonb_agg(
        to_jsonb(r) || jsonb_build_object('space_name', s.name, 'zone_name', s.zone_name) order by r.start_time
      )
      from public.reservations r
      left join public.parking_spaces s on s.id = r.parking_space_id
      where r.user_id = person
    ),
    'space_reports', (
      select jsonb_agg(to_jsonb(r) - 'resolved_by' order by r.created_at)
      from public.space_reports r where r.user_id = person
    ),
    'notifications', (
      select jsonb_agg(to_jsonb(n) order by n.created_at) from public.notifications n where n.user_id = person
    ),
    'push_subscriptions', (
      select jsonb_agg(to_jsonb(s) order by s.created_at) from public.push_subscriptions s where s.user_id = person
    ),
    'saved_cards', (
      select jsonb_agg(
        jsonb_build_object(
          'id', c.id, 'brand', c.brand, 'last4', c.last4, 'expires', c.expires, 'created_at', c.created_at)
        order by c.created_at
      )
      from public.saved_cards c where c.user_id = person
    ),
    'payments', (
      select jsonb_agg(to_jsonb(p) - 'checks' - 'next_check_at' order by p.created_at)
      from public.payments p where p.user_id = person
    ),
    'payment_refunds', (
      select jsonb_agg(to_jsonb(r) - 'error' - 'attempts' - 'next_attempt_at' order by r.created_at)
      from public.payment_refunds r join public.payments p on p.id = r.payment_id where p.user_id = person
    ),
    'ledger_accounts', (
      select jsonb_agg(to_jsonb(a)) from public.ledger_accounts a where a.user_id = person
    ),
    'receipts', (
      select jsonb_agg(to_jsonb(r) order by r.number) from public.receipts r where r.user_id = person
    ),
    'wallet_entries', (
      select jsonb_agg(to_jsonb(e) order by e.created_at) from public.wallet_entries e where e.user_id = person
    )
  );
end;
$$;

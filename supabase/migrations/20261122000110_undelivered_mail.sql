-- Mail that could not be delivered stays for a week without its text, so that an operator sees it. Mail that is still to be
-- delivered is not old data: the server gives it up itself.

insert into private.retention (what, keep) values ('undelivered mail', '7 days');

create or replace function private.remove_old_data(batch integer default 2000)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  removed integer := 0;
begin
  perform set_config('parqueo.removes_old', 'yes', true);
  removed := private.remove_older('activity', 'public.user_activity', $condition$
      created_at < $1 and (
        select count(*) from (
          select from public.user_activity newer
          where newer.user_id = old.user_id and (newer.created_at, newer.id) > (old.created_at, old.id) limit 10
        ) shown
      ) = 10 $condition$, batch)
    + private.remove_older('audit log', 'public.audit_log', 'created_at < $1', batch);
  perform set_config('parqueo.removes_old', '', true);
  if to_regclass('parqueo_server.mailbox') is not null then
    removed := removed
      + private.remove_older('unused sessions', 'auth.sessions',
          'greatest(created_at, updated_at, refreshed_at) < $1 or not_after < now()', batch)
      -- One that comes back late ends its session; after this time it is only unknown.
      + private.remove_older('used refresh tokens', 'auth.refresh_tokens', 'revoked and updated_at < $1', batch)
      + private.remove_older('links and codes', 'auth.one_time_tokens', 'created_at < $1', batch)
      + private.remove_older('sign-in flows', 'auth.flow_state', 'created_at < $1', batch)
      + private.remove_older('sign-in flows', 'parqueo_server.provider_visits', 'created_at < $1', batch)
      + private.remove_older('factor challenges', 'auth.mfa_challenges', 'created_at < $1', batch)
      + private.remove_older('rate limits', 'parqueo_server.rate_limits', 'window_ends_at < $1', batch)
      + private.remove_older('mailbox', 'parqueo_server.mailbox', 'sent_at < $1', batch)
      + private.remove_older('undelivered mail', 'parqueo_server.mail_outbox', 'failed_at < $1', batch);
  end if;
  return removed;
end;
$$;

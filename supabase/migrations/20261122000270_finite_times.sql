-- No screen can show infinity. Times that the database notes by itself are finite too, whoever writes them: the
-- service's role may write them over the API. One that is infinite becomes the present moment.

do $$
declare
  found record;
begin
  for found in
    select c.relname as table_name, a.attname as column_name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'timestamptz'::regtype and a.attname in ('created_at', 'updated_at', 'last_activity')
    order by c.relname, a.attname
  loop
    -- Only the database itself writes the audit log.
    if found.table_name <> 'audit_log' then
      execute format('alter table public.%I disable trigger user', found.table_name);
      execute format('update public.%1$I set %2$I = now() where not isfinite(%2$I)',
        found.table_name, found.column_name);
      execute format('alter table public.%I enable trigger user', found.table_name);
    end if;
    execute format('alter table public.%1$I add constraint %3$I check (isfinite(%2$I))',
      found.table_name, found.column_name, found.table_name || '_' || found.column_name || '_is_finite');
  end loop;
end;
$$;

-- Somebody who parks leaves the app alone for hours, and an hour without activity signed them out. The default becomes
-- a day. Rows with the old default follow: nothing tells who chose an hour from who never chose.

alter table public.user_settings alter column auto_logout_minutes set default 1440;

-- Nobody edited these rows, so their version stays.
alter table public.user_settings disable trigger user;
update public.user_settings set auto_logout_minutes = 1440 where auto_logout_minutes = 60;
alter table public.user_settings enable trigger user;

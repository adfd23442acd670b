-- Somebody who is signed in links an identity of a provider to their account. The request belongs to their session and
-- ends with it; without one it signs in, as before.

alter table parqueo_server.provider_visits
  add column session_id uuid
    constraint provider_visits_session_id_fkey references auth.sessions (id) on delete cascade;

create index provider_visits_session_id_idx on parqueo_server.provider_visits (session_id);

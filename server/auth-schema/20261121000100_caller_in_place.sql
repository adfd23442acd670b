-- What policies ask about the caller, as expressions that the planner puts in their place: a function with a search path of
-- its own is called, which costs more than the rest of a policy. Names in such a body are looked up here, once.

create or replace function auth.jwt()
returns jsonb
language sql
stable
return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

create or replace function auth.uid()
returns uuid
language sql
stable
return nullif(auth.jwt() ->> 'sub', '')::uuid;

create or replace function auth.role()
returns text
language sql
stable
return auth.jwt() ->> 'role';

create or replace function auth.email()
returns text
language sql
stable
return auth.jwt() ->> 'email';

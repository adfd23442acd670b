import type { Sql } from 'postgres';
import type { Config } from '../config.ts';

/** Tells the rules of the database how the server is configured. Writes only what changes, as others may read the row. */
export async function writeInstallation(sql: Sql, { samples }: Pick<Config, 'samples'>): Promise<void> {
  await sql`
    insert into private.installation (samples) values (${samples})
    on conflict (only_row) do update set samples = excluded.samples
      where installation.samples is distinct from excluded.samples`;
}

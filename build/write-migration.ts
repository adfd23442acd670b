import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pino } from 'pino';
import { MIGRATIONS, type MigrationSet, migrate, readMigrations, SUBJECTS } from '../server/database/migrate.ts';
import { RELEASED } from '../server/database/released-migrations.ts';
import { startTemporaryPostgres } from '../server/testing/temporary-postgres.ts';
import { openOwnerPool } from '../supabase-server/connections/owner-pool.ts';
import type { Sql } from '../supabase-server/connections/sql.ts';
import { generateMigration } from './generate-migration.ts';
import { readFingerprint } from './schema-fingerprint.ts';

// npm run migration -- <name>: writes the next migration, from what differs between the subject files and all migrations.
// With the name of the newest one it writes that one anew, and keeps the part that is written by hand.

/** It comes after the tables that Supabase brings. */
const FIRST_VERSION = '20261201000000';
const GENERATED = '-- ## Generated from supabase/schemas; the command writes this part anew';
const BY_HAND = '-- Locks: ?\n\n-- ## By hand: columns, constraints, indexes, types, rows\n\n';
const [platform, product] = MIGRATIONS;
if (!platform || !product) throw new Error('The product has no migrations');

type Migrations = Awaited<ReturnType<typeof readMigrations>>;
/** What a migration is written from: the tables that others bring, the subject files and the migrations. */
type Sets = { brought: readonly MigrationSet[]; subjects: MigrationSet; migrations: MigrationSet };

/** The first migration: the subject files one after another. */
async function joinSubjects(folder: string): Promise<string> {
  const head =
    '-- The subject files one after another.\n-- Locks: nothing that anybody uses, as it begins a new database\n';
  const subjects = await readMigrations(folder);
  return [head, ...subjects.map(({ file, text }) => `-- ## supabase/schemas/${basename(file)}\n\n${text}`)].join('\n');
}

/** What brings a database with older migrations to the subject files. */
async function generate({ brought, subjects }: Sets, older: Migrations, byHand = BY_HAND): Promise<string> {
  const postgres = await startTemporaryPostgres();
  const open = (database: string) => openOwnerPool({ ...postgres.connection, database }, pino({ level: 'silent' }));
  const pools: Sql[] = [open('postgres')];
  const create = async (name: string) => {
    await pools[0]?.unsafe(`create database ${name}`);
    const sql = open(name);
    pools.push(sql);
    await migrate(sql, brought);
    return sql;
  };
  try {
    const wanted = await create('subjects');
    await migrate(wanted, [subjects]);
    const objects = await wanted.begin(readFingerprint);
    const session = await (await create('migrations')).reserve();
    for (const { text } of older) await session.unsafe(text);
    await session`begin`;
    await session`savepoint by_hand`;
    // The savepoint is gone when that part ended the transaction.
    await session.unsafe(`${byHand}\n; release savepoint by_hand`).catch((cause: Error) => {
      throw new Error(`The part by hand fails: ${cause.message}`, { cause });
    });
    const { statements, rest } = await generateMigration(session, objects);
    session.close();
    const list = rest.map((line) => `-- Still differs: ${line}\n`).join('');
    return `${byHand}${GENERATED}\n\n${list}\n${statements.join('\n\n')}\n`;
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await postgres.stop();
  }
}

/** @throws Error when the name is none or released, or the part that is written by hand fails */
export async function writeMigration(name: string, sets: Sets): Promise<{ file: string; text: string }> {
  const { folder, table } = sets.migrations;
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error('npm run migration -- <name of small letters, digits and _>');
  const migrations = await readMigrations(folder);
  const newest = migrations.at(-1);
  const isAnew = newest?.name === name;
  if (isAnew && basename(newest.file) in RELEASED[table]) throw new Error(`${name} is released, and never changes`);
  const older = isAnew ? migrations.slice(0, -1) : migrations;
  if (older.some((other) => other.name === name)) throw new Error(`${name} is not the newest migration`);
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const next = Math.max(Number(now), Number(newest?.version ?? FIRST_VERSION) + 1);
  const version = older.length === 0 ? FIRST_VERSION : isAnew ? newest.version : next;
  const [byHand] = isAnew ? newest.text.split(GENERATED) : [];
  const file = join(folder, `${version}_${name}.sql`);
  const text = await (older.length === 0 ? joinSubjects(sets.subjects.folder) : generate(sets, older, byHand));
  await writeFile(file, text);
  return { file, text };
}

if (import.meta.main) {
  const sets = { brought: [platform], subjects: SUBJECTS, migrations: product };
  try {
    const { file, text } = await writeMigration(process.argv.slice(2).join(' '), sets);
    process.stdout.write(`${[file, ...(text.match(/^-- Still differs: .*/gm) ?? [])].join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

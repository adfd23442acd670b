import type { MigrationSet } from './migrate.ts';

/**
 * SHA-256 by table and file name of the migrations that a release brought to installations: none of them changes, and new
 * ones of their folder come after them.
 */
export const RELEASED: Readonly<Record<MigrationSet['table'], Readonly<Record<string, string>>>> = {
  platform_migrations: {
    '20261201000010_roles.sql': '8f67becb4645ea9f7c4bd19a1d3b8a8826e0d7272e28a81afccca0690a99b790',
    '20261201000020_schemas.sql': 'f9c4b614209e73c3de5f0d3b1493918f8fbadfb1735d1272537b7ed8ea19dfb2',
    '20261201000030_accounts.sql': 'ac3cf5715723f022b1aaba513f32fe00ab6c152c6c37d136fa46efdebb95471c',
    '20261201000040_server.sql': 'e32feba85476c680371ebdb728d0afc945cb88471351566506b295ccb28007ca',
    '20261201000050_data_api.sql': '8d78ef9f3293964b2cb1d7acbc726131d99ff755ef561d6d0b6df1763a5da750',
  },
  schema_migrations: {
    '20261201000000_release_1_0.sql': '9133241193cda435a6b743cb51b37a0523fc776669a2883776ef64e52be2fa85',
  },
  simulator_migrations: {
    '20261201000010_simulators.sql': '0d68199dae9ddad345b678c31222886f0ec1017faaaaa549d8b2fe372223b777',
  },
};

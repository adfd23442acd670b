import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { identify } from './identify.mjs';

// PostGraphile 5 over the public schema, with its usual preset.

const server = createServer();
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: Number(process.env.CONNECTIONS) },
    }),
  ],
  grafserv: { graphiql: false },
  grafast: {
    explain: false,
    context: async ({ node }) => ({ pgSettings: await identify(node?.req.headers.authorization) }),
  },
});
await instance.createServ(grafserv).addTo(server);
if (process.env.PRINT_SCHEMA) {
  const { printSchema } = await import('postgraphile/graphql');
  console.error(printSchema(await instance.getSchema()));
}
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.once('SIGTERM', () => process.exit(0));

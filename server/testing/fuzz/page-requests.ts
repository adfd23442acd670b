import fc from 'fast-check';
import { query, requests } from './arbitrary-request.ts';
import { wildPart, wildValue } from './wild.ts';

const PATHS =
  `/ /intro /map /admin /assets/x.js /assets/..%2f..%2fpackage.json /..%2f..%2fetc%2fpasswd /config.json /healthz
  /readyz /metrics /mailbox /mailbox.json /manifest.en.webmanifest /sw.js /rest/v1 /auth/v1 /functions/v1 /maps /__proto__
  /constructor /%00 // /favicon.ico`.split(/\s+/);
const page = {
  method: 'GET',
  path: fc.constantFrom(...PATHS),
  query: query(['redirect_to', 'code', 'error', 'to', '__proto__', 'toString'], wildPart, 3),
  body: wildValue,
};
/** The web app, its configuration, the mailbox, and what watches the server. */
export const pages = requests(fc.constant(page));

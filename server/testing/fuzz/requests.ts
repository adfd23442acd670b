import type { Arbitrary } from 'fast-check';
import type { FuzzRequest } from './arbitrary-request.ts';
import { auth } from './auth-requests.ts';
import { functions } from './lock-requests.ts';
import { maps } from './map-requests.ts';
import { pages } from './page-requests.ts';
import { payments } from './payment-requests.ts';
import { rest } from './rest-requests.ts';

/** Requests of all kinds, well-formed and not, to each of the server's interfaces. */
export const REQUESTS = { rest, auth, functions, maps, pages, payments } as const satisfies Record<
  string,
  Arbitrary<FuzzRequest>
>;
export type FuzzApi = keyof typeof REQUESTS;

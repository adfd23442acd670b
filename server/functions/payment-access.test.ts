import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSigningCertificate, PAYPAL_CERTIFICATE_NAME } from '../../simulators/certificates.ts';
import { createProviderCall, ProviderError } from '../../supabase/functions/shared/http.ts';
import { createCallWithCertificate } from './payment-access.ts';

let server: Server;
let url: string;
let pem: { cert: string; key: string };

beforeAll(async () => {
  const { pem: cert, privateKey } = await createSigningCertificate();
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  pem = { cert, key };
  server = createServer({ cert, key, ca: cert, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const { authorized } = request.socket as TLSSocket;
    if (request.url === '/slow') return;
    response
      .writeHead(authorized ? 200 : 403)
      .end(request.url === '/large' ? 'x'.repeat(3000) : `authorized: ${authorized}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const request = { method: 'POST', headers: {}, body: '{}', timeoutMs: 5000 } as const;
const connect = () => createCallWithCertificate({ ...pem, ca: pem.cert, servername: PAYPAL_CERTIFICATE_NAME });
const readFailure = (work: Promise<unknown>) =>
  work.catch((error: unknown) => (error instanceof ProviderError ? error.failure : error));

test('AZUL’s webservice sees the client certificate of the operator', async () => {
  expect(await connect()(url, request)).toEqual({ status: 200, text: 'authorized: true' });
});

test('a webservice with a certificate of somebody else receives nothing', async () => {
  expect(await readFailure(createCallWithCertificate(pem)(url, request))).toBe('no-response');
  expect(await readFailure(createProviderCall(fetch)(url, request))).toBe('no-response');
});

test('time and size of a response are limited', async () => {
  expect(await readFailure(connect()(`${url}/slow`, { ...request, timeoutMs: 200 }))).toBe('no-response');
  expect(await readFailure(connect()(`${url}/large`, { ...request, maxBytes: 1000 }))).toBe('malformed');
});

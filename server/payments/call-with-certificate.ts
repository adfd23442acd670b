import { once } from 'node:events';
import { Agent, type RequestOptions, request as startRequest } from 'node:https';
import { Readable } from 'node:stream';
import { readText } from '../../supabase/functions/lock-proxy/read-text.ts';
import {
  type CallProvider,
  MAX_RESPONSE_BYTES,
  type ProviderRequest,
  toProviderError,
} from '../../supabase/functions/payments/call-provider.ts';

/** The optional ones are for tests, whose server has a certificate of its own. */
type ClientCertificate = { cert: string; key: string; ca?: string; servername?: string };

/** Calls a provider that knows this server by a client certificate, which `fetch` cannot present. */
export function createCallWithCertificate(certificate: ClientCertificate): CallProvider {
  const agent = new Agent({ ...certificate, keepAlive: true, minVersion: 'TLSv1.2' });

  async function send(
    url: string,
    { method, headers, body = '', timeoutMs, maxBytes = MAX_RESPONSE_BYTES }: ProviderRequest,
  ) {
    const options: RequestOptions = {
      agent,
      method,
      headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` },
      signal: AbortSignal.timeout(timeoutMs),
    };
    const request = startRequest(url, options);
    request.end(body);
    const [response] = await once(request, 'response');
    const text = await readText(Readable.toWeb(response), maxBytes);
    return { status: Number(response.statusCode), text };
  }

  return async function callWithCertificate(url, request) {
    try {
      return await send(url, request);
    } catch (error) {
      throw toProviderError(error);
    }
  };
}

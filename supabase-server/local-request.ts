import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from './caller.ts';
import { getSocketAddress } from './client-address.ts';

const LOOPBACK_ADDRESS = /^(127\.|::1$)/;
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Headers that proxies, tunnels and content delivery networks add: the request came from elsewhere, even if they run here. */
const FORWARDING_HEADER =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-original-.+|x-(cluster-)?client-ip|x-envoy-.+|x-azure-.+|(true|fastly|fly)-client-ip|cf-.+|cdn-loop|tailscale-.+)$/;

function isLoopbackName(host: string): boolean {
  return URL.canParse(`http://${host}`) && LOOPBACK_NAME.test(new URL(`http://${host}`).hostname);
}

/**
 * nginx forwards by default without a header that says so, under the loopback's name: as HTTP/1.0, and it closes every
 * connection. Browsers, curl and Node do neither.
 */
function isForwardedByDefault(c: Context): boolean {
  const incoming = (c.env as { incoming?: { httpVersion?: string } } | undefined)?.incoming;
  return incoming?.httpVersion === '1.0' || c.req.header('connection')?.toLowerCase() === 'close';
}

/** Whether a page of another machine sent the request. A page that tells its address to nobody has the origin `null`. */
function isFromPageOfElsewhere(c: Context): boolean {
  const { origin, referer, 'sec-fetch-site': site } = c.req.header();
  if (origin === 'null' && site === 'cross-site') return true;
  return [origin, referer].some(
    (page) => page !== undefined && page !== 'null' && !(URL.canParse(page) && isLoopbackName(new URL(page).host)),
  );
}

/**
 * Whether a request comes from this machine under its own name. Another name belongs to a tunnel or to DNS rebinding. With a
 * public address no request does: a proxy on this machine may forward requests as if they were its own.
 */
export function isFromThisMachine(c: Context): boolean {
  const isPublic: AppEnv['Variables']['isPublic'] = c.get('isPublic');
  if (isPublic) return false;
  const names = [new URL(c.req.url).host, c.req.header('host')];
  return (
    LOOPBACK_ADDRESS.test(getSocketAddress(c)) &&
    names.every((name) => name === undefined || isLoopbackName(name)) &&
    !Object.keys(c.req.header()).some((name) => FORWARDING_HEADER.test(name)) &&
    !isForwardedByDefault(c) &&
    !isFromPageOfElsewhere(c)
  );
}

/** For simulators, whose keys are public. */
export const requireThisMachine: MiddlewareHandler = async (c, next) => {
  if (!isFromThisMachine(c)) return c.text('Simulators are for this machine only', 403);
  await next();
};

/** The password of demo accounts is public, so they work on this machine only: not through a tunnel or a proxy. */
export function isRemoteDemoRequest(c: Context, userId: string, demoAccounts?: ReadonlySet<string>): boolean {
  return demoAccounts?.has(userId) === true && !isFromThisMachine(c);
}

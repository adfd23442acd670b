import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { readErrorCode } from '../../supabase-server/error-code.ts';

const TIMEOUT_MS = 10_000;

/** What the service worker shows: no more than a lock screen may show. */
type PushMessage = { id: string; title: string; body: string; path: string };

type PushDevice = { endpoint: string; p256dh: string; auth: string };

/** A push service did not accept a message. `code` is its status, or why there was no response. */
export class PushError extends Error {
  override name = 'PushError';
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`A push service did not accept a message: ${code}`, options);
    this.code = code;
  }

  /** Whether the device has turned notifications off, or no longer exists. */
  get isGone(): boolean {
    return this.code === '404' || this.code === '410';
  }
}

/** Finds the code of an error, such as ECONNREFUSED, which fetch has as a cause, or its name, such as TimeoutError. */
function findReason(error: unknown): string {
  return error instanceof Error ? (readErrorCode(error.cause) ?? error.name) : 'unknown';
}

export type PushSender = { send: (device: PushDevice, message: PushMessage, expiresAt: Date) => Promise<void> };

/** The public key that browsers subscribe with. */
export function getPublicPushKey(pushKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(pushKey, 'base64url'));
  return pair.getPublicKey().toString('base64url');
}

type Dependencies = {
  pushKey: string;
  /** Whom a push service writes to about this installation. */
  contact: string;
  fetch?: typeof globalThis.fetch;
};

export function createPushSender({ pushKey, contact, fetch = globalThis.fetch }: Dependencies): PushSender {
  const vapidDetails = {
    subject: `mailto:${contact}`,
    publicKey: getPublicPushKey(pushKey),
    privateKey: pushKey,
  };
  return {
    /** @throws PushError */
    async send({ endpoint, p256dh, auth }, message, expiresAt) {
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails,
          TTL: Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1000)),
          urgency: 'high',
          // A repeated message replaces the one that the service still stores.
          topic: message.id.replaceAll('-', ''),
        },
      );
      const { 'Content-Length': _length, ...ownHeaders } = headers as Record<string, string>;
      const request = { method, headers: ownHeaders, body: new Uint8Array(body), redirect: 'error' } as const;
      const response = await fetch(endpoint, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
        (cause: unknown) => {
          throw new PushError(findReason(cause), { cause });
        },
      );
      await response.body?.cancel();
      if (!response.ok) throw new PushError(`${response.status}`);
    },
  };
}

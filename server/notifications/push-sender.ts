import { createECDH } from 'node:crypto';
import webPush from 'web-push';

const TIMEOUT_MS = 10_000;

/** What the service worker shows: no more than a lock screen may show. */
export type PushMessage = { id: string; title: string; body: string; path: string };

export type PushDevice = { endpoint: string; p256dh: string; auth: string };

/** A push service did not accept a message. */
export class PushError extends Error {
  override name = 'PushError';
  readonly status: number;

  constructor(status: number) {
    super(`A push service responded ${status}`);
    this.status = status;
  }

  /** Whether the device has turned notifications off, or no longer exists. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410;
  }
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
    /** @throws PushError, or a TypeError or TimeoutError when the service cannot be reached */
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
      const response = await fetch(endpoint, {
        method,
        headers: ownHeaders,
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new PushError(response.status);
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD, type Person } from './people.ts';

const STEP_MS = 30_000;
/** A code is on its way that long at most. */
const ON_THE_WAY_MS = 3000;

/** An authenticator app that was given a secret. */
type Authenticator = {
  /** A code that was not shown before. The third waits up to 3 seconds, as the server allows a step either way. */
  nextCode: () => Promise<string>;
};

export function openAuthenticator(secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  let latestStep = 0;
  return {
    async nextCode() {
      latestStep = Math.max(latestStep + 1, Math.floor((Date.now() + ON_THE_WAY_MS) / STEP_MS) - 1);
      await delay(Math.max(0, (latestStep - 1) * STEP_MS - Date.now()));
      return totp.generate({ timestamp: latestStep * STEP_MS });
    },
  };
}

/** Turns the second factor of somebody on over the public protocol; their client has shown it. */
export async function turnOnTwoFactor({ client }: Person): Promise<Authenticator & { factorId: string }> {
  await client.auth.updateUser({ current_password: PASSWORD });
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const authenticator = openAuthenticator(data.totp.secret);
  const proof = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: await authenticator.nextCode() });
  if (proof.error) throw proof.error;
  return { ...authenticator, factorId: data.id };
}

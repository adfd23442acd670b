import * as z from 'zod';

/** To an address without slashes at its end, a path can be appended. */
export const trimSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');

const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/;

/** Whether an address is of this machine, where only a simulator listens. */
export const isLoopbackAddress = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

export const text = (description: string) => z.string().min(1, `takes ${description}`);

/** Secrets are sent to these addresses, so plain http is for this machine only. */
export const secureAddress = z
  .url('takes an https address')
  .refine((url) => {
    if (!URL.canParse(url)) return true;
    const { protocol, username, password, search, hash } = new URL(url);
    if (`${username}${password}${search}${hash}` !== '') return false;
    return protocol === 'https:' || (protocol === 'http:' && isLoopbackAddress(url));
  }, 'takes an https address without user, query or fragment')
  .optional();

/** Environment files hold one line for each variable, so line ends may be written as \n. */
export const pem = (description: string) =>
  text(description)
    .transform((value) => (value.startsWith('-----BEGIN') ? value.replaceAll('\\n', '\n') : value))
    .optional();

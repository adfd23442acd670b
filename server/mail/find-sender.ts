import addressparser from 'nodemailer/lib/addressparser';
import type { InstallationSettings } from '../installation/read-settings.ts';

export type Sender = { name: string; address: string };

/**
 * Who a mail comes from: the operator's settings, and MAIL_FROM for what they leave open. Name and address stay apart, so
 * that neither can become another header or another address.
 */
export function findSender(
  mailFrom: string,
  { appName, emailFromAddress, emailFromName }: InstallationSettings,
): string | Sender {
  if (emailFromAddress === null && emailFromName === null) return mailFrom;
  const [configured] = addressparser(mailFrom, { flatten: true });
  const address = emailFromAddress ?? configured?.address;
  if (!address) throw new Error('MAIL_FROM has no address');
  return { name: emailFromName ?? appName, address };
}

/** The address of a sender, however it is written. */
export function findAddress(sender: string | Sender): string {
  if (typeof sender !== 'string') return sender.address;
  return addressparser(sender, { flatten: true })[0]?.address ?? '';
}

/** The domain of a sender's address. */
export function findDomain(sender: string | Sender): string {
  return findAddress(sender).split('@').at(-1) || 'parqueo.invalid';
}

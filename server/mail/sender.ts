import addressparser from 'nodemailer/lib/addressparser';

export type Sender = { name: string; address: string };

/** Settings of the back office; MAIL_FROM takes the place of those that are null. */
type SenderSettings = { appName: string; emailFromAddress: string | null; emailFromName: string | null };

/**
 * The sender of a mail: the operator's settings, and MAIL_FROM for what they leave open. Name and address stay apart, so
 * that neither can become another header or another address.
 */
export function findSender(
  mailFrom: string,
  { appName, emailFromAddress, emailFromName }: SenderSettings,
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

const ADDRESS = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+$/;
/** Line ends would begin another header. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Whether a text is one address, with a name or without. */
export function isSender(text: string): boolean {
  const [sender, ...more] = addressparser(text);
  const hasAddress = sender?.address !== undefined && ADDRESS.test(sender.address);
  return hasAddress && more.length === 0 && !CONTROL_CHARACTER.test(text);
}

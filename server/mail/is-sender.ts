import addressparser from 'nodemailer/lib/addressparser';

const ADDRESS = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+$/;
/** Line ends would begin another header. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Whether a text is one address, with a name or without. */
export function isSender(text: string): boolean {
  const [sender, ...more] = addressparser(text);
  const hasAddress = sender?.address !== undefined && ADDRESS.test(sender.address);
  return hasAddress && more.length === 0 && !CONTROL_CHARACTER.test(text);
}

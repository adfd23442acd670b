import type { Logger } from 'pino';

/** Somebody reads along on a terminal, or has run `npm start`. What a service prints is read by programs. */
const isReadByPeople = process.stdout.isTTY || process.send !== undefined;

/** Prints lines for people, who would not look for them in the log. */
export function printForPeople(text: string): void {
  if (isReadByPeople) process.stdout.write(`${text}\n`);
}

/** Says something once: to people, else in the log. */
export function say(text: string, log: Logger): void {
  if (isReadByPeople) printForPeople(text);
  else log.info(text);
}

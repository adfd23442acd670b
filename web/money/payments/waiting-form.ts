import { millisecondsInHour } from 'date-fns/constants';
import { useEffect } from 'react';
import * as z from 'zod';
import { momentSchema } from '../../../domain/days/period.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';

// A form that leads to money writes what is filled in into its entry of the browser's history, as the navigation state that its
// screen reads: a reload, a tab that the browser discarded and Back find it there. When the driver leaves to pay, the device
// keeps the form too, so that whatever becomes of the payment leads back to it.

const entrySchema = z.looseObject({ usr: z.record(z.string(), z.unknown()).nullish() }).nullish();

/** Browsers take 100 writes in 30 seconds, so what changes is written together. */
const WRITE_MS = 300;
let pending: object = {};
let timer: ReturnType<typeof setTimeout> | undefined;

function writeState(change: (state: Record<string, unknown>) => object): void {
  const entry = entrySchema.parse(window.history.state);
  window.history.replaceState({ ...entry, usr: change(entry?.usr ?? {}) }, '');
}

function writePending(): void {
  clearTimeout(timer);
  writeState((state) => ({ ...state, ...pending }));
}

/** Keeps a part of the form on the screen. */
export function useKeptForm(filledIn: object): void {
  const text = JSON.stringify(filledIn);
  useEffect(() => {
    pending = { ...pending, ...(JSON.parse(text) as object) };
    clearTimeout(timer);
    timer = setTimeout(writePending, WRITE_MS);
  }, [text]);
  // The next screen has an entry of its own.
  useEffect(() => forgetPending, []);
}

function forgetPending(): void {
  clearTimeout(timer);
  pending = {};
}

const waitingSchema = z.object({
  to: z.string().regex(/^\/\w/),
  state: z.record(z.string(), z.unknown()),
  at: momentSchema,
});

const storage = (userId: string) => createStoredValue(`parqueo.waiting-form.${userId}`, waitingSchema);

/** Keeps the form on the screen, if there is one, before the browser leaves it to pay. */
export function keepWaitingForm(userId: string): void {
  writePending();
  const state = entrySchema.parse(window.history.state)?.usr;
  const { pathname, search } = window.location;
  if (state?.payment) storage(userId).write({ to: pathname + search, state, at: getNow() });
}

/** Where the form that waits for a payment is, and what is filled in; null after an hour. */
export function readWaitingForm(userId: string, now: Date): { to: string; state: object } | null {
  const waiting = storage(userId).read();
  return waiting !== null && now.getTime() - waiting.at.getTime() < millisecondsInHour ? waiting : null;
}

/** Called when a form is closed: its screen does not open it again. */
export function closeForm(): void {
  forgetPending();
  writeState(({ values, payment, extension, ...state }) => state);
}

/** Called when a form has done what it was for: nothing leads back to it. */
export function forgetForm(userId: string | null): void {
  if (userId !== null) storage(userId).remove();
  closeForm();
}

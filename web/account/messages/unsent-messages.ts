import pLimit from 'p-limit';
import * as z from 'zod';
import { reservationReferenceSchema } from '../../../domain/people/message.ts';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { createStoredList } from '../../ui/platform/stored-value.ts';
import { type NewMessage, type StoredMessage, sendMessage } from './data.ts';

/** The most that is kept for one person: a browser stores little. */
export const MAX_UNSENT_MESSAGES = 20;

const unsentSchema = z.object({
  id: z.guid(),
  userId: z.string(),
  sender: z.enum(['user', 'other']),
  text: z.string().min(1).max(TEXT_LIMITS.message.max),
  about: reservationReferenceSchema.nullable(),
  seenUntil: z.iso.datetime({ offset: true }).nullable(),
  writtenAt: z.iso.datetime(),
});

export type UnsentMessage = z.infer<typeof unsentSchema>;

/** How sending goes: under way, or why it failed; undefined for one that waits since the device was offline or the page loaded. */
export type SendingState = 'sending' | { error: string } | undefined;

const states = new Map<string, SendingState>();
const listeners = new Set<() => void>();
let version = 0;

/** One after the other, so that messages arrive in the order in which they were written. */
const oneAtATime = pLimit(1);

/** Everybody has their own entry, as devices are shared. */
const getStorage = (senderId: string) => createStoredList(`parqueo.unsent-messages.${senderId}`, unsentSchema);

const read = (senderId: string): UnsentMessage[] => getStorage(senderId).read() ?? [];

function write(senderId: string, messages: UnsentMessage[]): void {
  if (messages.length > 0) getStorage(senderId).write(messages);
  else getStorage(senderId).remove();
  notify();
}

function notify(): void {
  version += 1;
  for (const listener of listeners) listener();
}

/** Also called when another tab changes the list. */
export function subscribeToUnsent(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', notify);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notify);
  };
}

export const getUnsentVersion = (): number => version;

/** How many messages of a person wait on this device, in all conversations. */
export const countUnsent = (senderId: string): number => read(senderId).length;

/** What a person wrote to a conversation and the server does not have yet, the oldest first. */
export function listUnsent(senderId: string, userId: string): (UnsentMessage & { state: SendingState })[] {
  return read(senderId)
    .filter((message) => message.userId === userId)
    .map((message) => ({ ...message, state: states.get(message.id) }));
}

export function addUnsent(senderId: string, message: NewMessage): void {
  write(senderId, [...read(senderId), { ...message, writtenAt: new Date().toISOString() }]);
}

/** Forgets messages that the server has, or that the person deleted. */
export function removeUnsent(senderId: string, ids: ReadonlySet<string>): void {
  const kept = read(senderId);
  const rest = kept.filter(({ id }) => !ids.has(id));
  for (const id of ids) states.delete(id);
  if (rest.length < kept.length) write(senderId, rest);
}

/** The reservation is gone, or it is not theirs: the next try sends the message without it. */
function forgetReservation(senderId: string, id: string): void {
  write(
    senderId,
    read(senderId).map((message) => (message.id === id ? { ...message, about: null } : message)),
  );
}

export const forgetUnsent = (senderId: string): void => write(senderId, []);

/** Sends a kept message, unless that is under way. A failure shows with the message. */
export async function sendUnsent(
  senderId: string,
  message: NewMessage,
  onSent: (sent: StoredMessage) => void,
): Promise<void> {
  if (states.get(message.id) === 'sending') return;
  const setState = (state: SendingState) => {
    states.set(message.id, state);
    notify();
  };
  setState('sending');
  try {
    const sent = await oneAtATime(() => {
      if (!navigator.onLine) throw new Problem('offline');
      return sendMessage(message);
    });
    onSent(sent);
    removeUnsent(senderId, new Set([message.id]));
  } catch (error) {
    if (error instanceof Problem && error.key === 'reservation-not-found') forgetReservation(senderId, message.id);
    // The chat says once that the device is offline.
    const isOffline = error instanceof Problem && error.key === 'offline';
    setState(isOffline ? undefined : { error: toErrorMessage(error) });
  }
}

import * as z from 'zod';
import { reservationReferenceSchema } from '../../../domain/people/message.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { announceStored, createStoredList, useStored } from '../../ui/platform/stored-value.ts';
import type { NewMessage } from './messages.ts';

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

/** Everybody has their own entry, as devices are shared. */
const getStorage = (senderId: string) => createStoredList(`parqueo.unsent-messages.${senderId}`, unsentSchema);

const read = (senderId: string): UnsentMessage[] => getStorage(senderId).read() ?? [];

function write(senderId: string, messages: UnsentMessage[]): void {
  if (messages.length > 0) getStorage(senderId).write(messages);
  else getStorage(senderId).remove();
  announceStored();
}

/** What a person wrote and the server does not have yet, the oldest first, in all conversations. */
export const useUnsent = (senderId: string): UnsentMessage[] => useStored(() => read(senderId));

export function addUnsent(senderId: string, message: NewMessage): void {
  write(senderId, [...read(senderId), { ...message, writtenAt: getNow().toISOString() }]);
}

/** Forgets messages that the server has, or that the person deleted. */
export function removeUnsent(senderId: string, ids: readonly string[]): void {
  const kept = read(senderId);
  const rest = kept.filter(({ id }) => !ids.includes(id));
  if (rest.length < kept.length) write(senderId, rest);
}

/** The reservation is gone, or it is not theirs: the next try sends the message without it. */
export function forgetReservation(senderId: string, messageId: string): void {
  write(
    senderId,
    read(senderId).map((message) => (message.id === messageId ? { ...message, about: null } : message)),
  );
}

export const forgetUnsent = (senderId: string): void => write(senderId, []);

import type { Language } from '../../../domain/language/languages.ts';
import type { Conversation, Message } from '../../../domain/people/message.ts';

const LANGUAGE: Language = 'en';

/** Everybody has these samples until there is a service for messages; samples have no times. */
export const SAMPLE_CONVERSATIONS: readonly Conversation[] = [
  {
    id: 'support',
    name: 'Parqueo Support',
    language: LANGUAGE,
    isUnread: true,
    messages: [
      createMessage('other', 'support-1', 'Welcome to Parqueo! Ask us anything about your reservations.'),
      createMessage('user', 'support-2', 'Thanks! Can I cancel a reservation?'),
      createMessage('other', 'support-3', 'Yes, it is free until the reservation starts. You find it under Activity.'),
    ],
  },
  {
    id: 'attendant',
    name: 'Garage attendant',
    language: LANGUAGE,
    isUnread: false,
    messages: [
      createMessage('other', 'attendant-1', 'Good morning! Your space is on the ground level, next to the entrance.'),
      createMessage('user', 'attendant-2', 'Perfect, I am on my way.'),
      createMessage('other', 'attendant-3', 'See you soon. Drive safely!'),
    ],
  },
];

function createMessage(sender: Message['sender'], id: string, text: string): Message {
  return { id, sender, text, language: LANGUAGE, sentAt: null };
}

import type { Conversation, Message } from '../../domain/people/message.ts';

/** The conversations everybody has until there is a service behind them: samples, so they carry no times. */
export const SAMPLE_CONVERSATIONS: readonly Conversation[] = [
  {
    id: 'support',
    name: 'Parqueo Support',
    isUnread: true,
    messages: [
      from('other', 'support-1', 'Welcome to Parqueo! Ask us anything about your reservations.'),
      from('user', 'support-2', 'Thanks! Can I cancel a reservation?'),
      from('other', 'support-3', 'Yes, it is free until the reservation starts. You find it under Activity.'),
    ],
  },
  {
    id: 'attendant',
    name: 'Garage attendant',
    isUnread: false,
    messages: [
      from('other', 'attendant-1', 'Good morning! Your space is on the ground level, next to the entrance.'),
      from('user', 'attendant-2', 'Perfect, I am on my way.'),
      from('other', 'attendant-3', 'See you soon. Drive safely!'),
    ],
  },
];

function from(sender: Message['sender'], id: string, text: string): Message {
  return { id, sender, text, sentAt: null };
}

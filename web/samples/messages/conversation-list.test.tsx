import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Conversation } from '../../../domain/people/message.ts';
import { ConversationList } from './conversation-list.tsx';
import { loadConversations, markAsRead, storeMessage } from './stored-messages.ts';

function openList(conversations: readonly Conversation[]) {
  render(
    <MemoryRouter>
      <ConversationList conversations={conversations} />
    </MemoryRouter>,
  );
}

test('a person sees two conversations, one of them unread', () => {
  openList(loadConversations('ana'));

  expect(screen.getAllByRole('link')).toHaveLength(2);
  expect(screen.getAllByText('Unread')).toHaveLength(1);
});

test('a person sees the newest message, and whether they wrote it', () => {
  storeMessage('ana', 'attendant', { id: '1', sender: 'user', text: 'Almost there', sentAt: null });
  openList(loadConversations('ana'));

  expect(screen.getByText('You: Almost there')).toBeVisible();
  expect(screen.queryByText('See you soon. Drive safely!')).toBeNull();
});

test('a person who opened a conversation no longer sees it as unread', () => {
  markAsRead('ana', 'support');

  openList(loadConversations('ana'));

  expect(screen.queryByText('Unread')).toBeNull();
  expect(loadConversations('beto').filter(({ isUnread }) => isUnread)).toHaveLength(1);
});

test('a person without conversations reads that there are none', () => {
  openList([]);

  expect(screen.getByRole('status')).toHaveTextContent('No messages yet');
});

import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../domain/people/message.ts';
import { ConversationList } from './conversation-list.tsx';
import { loadConversations, markAsRead, storeMessage } from './data.ts';

function openList(conversations: readonly Conversation[]) {
  render(
    <MemoryRouter>
      <ConversationList conversations={conversations} />
    </MemoryRouter>,
  );
}

describe('ConversationList', () => {
  it('lists two conversations, one of them unread', () => {
    openList(loadConversations('ana'));

    expect(screen.getAllByRole('link')).toHaveLength(2);
    expect(screen.getAllByText('Unread')).toHaveLength(1);
  });

  it('shows the newest message, and says when it is the own one', () => {
    storeMessage('ana', 'attendant', { id: '1', sender: 'user', text: 'Almost there', sentAt: null });
    openList(loadConversations('ana'));

    expect(screen.getByText('You: Almost there')).toBeVisible();
    expect(screen.queryByText('See you soon. Drive safely!')).toBeNull();
  });

  it('marks nothing as unread once it was opened by this person', () => {
    markAsRead('ana', 'support');

    openList(loadConversations('ana'));

    expect(screen.queryByText('Unread')).toBeNull();
    expect(loadConversations('beto').filter(({ isUnread }) => isUnread)).toHaveLength(1);
  });

  it('says when there are none', () => {
    openList([]);

    expect(screen.getByRole('status')).toHaveTextContent('No messages yet');
  });
});

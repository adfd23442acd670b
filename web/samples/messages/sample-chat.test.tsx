import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SampleChat, useSampleConversation } from './sample-chat.tsx';
import { loadConversations, MAX_STORED_MESSAGES, storeMessage } from './stored-messages.ts';

function Opened({ id }: { id: string }) {
  const { conversation, send } = useSampleConversation('ana', id);
  return conversation ? <SampleChat conversation={conversation} onSend={send} /> : 'none';
}

const log = () => screen.getByRole('log', { name: 'Messages with Parqueo Support' });
const field = () => screen.getByRole('textbox', { name: 'Message' });
const texts = () => within(log()).getAllByRole('listitem');

test('a person finds their message on the next visit, and nobody else does', async () => {
  const { unmount } = render(<Opened id="support" />);
  await userEvent.type(field(), 'Hello{Enter}');
  unmount();

  render(<Opened id="support" />);

  expect(texts()).toHaveLength(4);
  expect(loadConversations('beto')[0]?.messages).toHaveLength(3);
});

test('the oldest messages of a person are dropped when there are too many', () => {
  for (let count = 0; count <= MAX_STORED_MESSAGES; count += 1) {
    storeMessage('ana', 'support', { id: `${count}`, sender: 'user', text: `Message ${count}`, sentAt: null });
  }

  const own = loadConversations('ana')[0]?.messages.slice(3) ?? [];
  expect(own).toHaveLength(MAX_STORED_MESSAGES);
  expect(own.at(0)?.text).toBe('Message 1');
});

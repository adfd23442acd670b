import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SampleChat, useSampleConversation } from './sample-chat.tsx';
import { loadConversations, MAX_STORED_MESSAGES, storeMessage } from './stored-messages.ts';

function Opened({ id }: { id: string }) {
  const { conversation, send } = useSampleConversation('ana', id);
  return conversation ? <SampleChat conversation={conversation} onSend={send} /> : 'none';
}

const log = () => screen.getByRole('log', { name: 'Messages with Parqueo Support' });
const field = () => screen.getByRole('textbox', { name: 'Message' });
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const texts = () => within(log()).getAllByRole('listitem');

test('a person opens the sample conversation, which is then read', () => {
  render(<Opened id="support" />);

  expect(texts()).toHaveLength(3);
  expect(loadConversations('ana').filter(({ isUnread }) => isUnread)).toEqual([]);
});

test('samples say that they are English, and what a person writes does not', async () => {
  render(<Opened id="support" />);

  await userEvent.type(field(), 'Hola{Enter}');

  expect(screen.getByText('Thanks! Can I cancel a reservation?')).toHaveAttribute('lang', 'en');
  expect(screen.getByText('Hola')).not.toHaveAttribute('lang');
});

test('a person sends a message without its outer blanks, and the field is cleared', async () => {
  render(<Opened id="support" />);

  await userEvent.type(field(), '  Hello there ');
  await userEvent.click(sendButton());

  expect(texts().at(-1)).toHaveTextContent(/^You:Hello there/);
  expect(field()).toHaveValue('');
});

test('a person cannot send blanks', async () => {
  render(<Opened id="support" />);

  expect(sendButton()).toBeDisabled();
  await userEvent.type(field(), '   {Enter}');

  expect(sendButton()).toBeDisabled();
  expect(texts()).toHaveLength(3);
  await userEvent.type(field(), 'x');
  expect(sendButton()).toBeEnabled();
});

test('a person sends with Enter and starts a line with Shift+Enter', async () => {
  render(<Opened id="support" />);

  await userEvent.type(field(), 'One{Shift>}{Enter}{/Shift}Two');
  expect(texts()).toHaveLength(3);
  await userEvent.type(field(), '{Enter}');

  expect(texts()).toHaveLength(4);
  expect(loadConversations('ana')[0]?.messages.at(-1)?.text).toBe('One\nTwo');
});

test('a person sees the newest message', async () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(777);
  render(<Opened id="support" />);
  log().scrollTop = 0;

  await userEvent.type(field(), 'Hello{Enter}');

  expect(log().scrollTop).toBe(777);
});

test('a person finds their message on the next visit, and nobody else does', async () => {
  const { unmount } = render(<Opened id="support" />);
  await userEvent.type(field(), 'Hello{Enter}');
  unmount();

  render(<Opened id="support" />);

  expect(texts()).toHaveLength(4);
  expect(loadConversations('beto')[0]?.messages).toHaveLength(3);
});

test('a person cannot open an unknown conversation', () => {
  render(<Opened id="somebody" />);

  expect(screen.getByText('none')).toBeVisible();
});

test('the oldest messages of a person are dropped when there are too many', () => {
  for (let count = 0; count <= MAX_STORED_MESSAGES; count += 1) {
    storeMessage('ana', 'support', { id: `${count}`, sender: 'user', text: `Message ${count}`, sentAt: null });
  }

  const own = loadConversations('ana')[0]?.messages.slice(3) ?? [];
  expect(own).toHaveLength(MAX_STORED_MESSAGES);
  expect(own.at(0)?.text).toBe('Message 1');
});

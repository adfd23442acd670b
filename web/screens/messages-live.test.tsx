import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createMessage, keepMessages } from '../testing/fake-messages.ts';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { DRIVER } from '../testing/people.ts';
import { fakeClock, passTime, renderScreen } from '../testing/render-screen.tsx';

// The conversation with the operator, as it is without sample data.

const SEND = 'POST /rest/v1/user_messages';
const COUNT = 'GET /rest/v1/rpc/count_unread_messages';
const POLL_MS = 30_000;
const CHAT_POLL_MS = 5000;

const log = () => screen.findByRole('log', { name: 'Messages with Parqueo' });
const field = () => screen.findByRole('textbox', { name: 'Message' });
const button = (name: string) => screen.findByRole('button', { name });
const bubble = async (text: string) => (await screen.findByText(text)).closest('li') as HTMLElement;

async function write(text: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: text } });
  fireEvent.click(await button('Send'));
}

const openChat = (state?: object) => renderScreen('/messages', state ? { state } : {});

test('a driver sends a message, which is one also after a double click', async () => {
  const rows = keepMessages();
  await openChat();
  const release = server.holdRequests(SEND);
  fireEvent.change(await field(), { target: { value: '  Where is the gate?  ' } });
  const send = await button('Send');
  fireEvent.click(send);
  fireEvent.click(send);
  expect(await bubble('Where is the gate?')).toHaveTextContent('Sending...');
  release();
  await waitFor(async () => expect(await bubble('Where is the gate?')).toHaveTextContent(/Sent$/));
  expect(rows).toMatchObject([{ user_id: DRIVER.id, sender_type: 'user', message: 'Where is the gate?' }]);
  expect(await field()).toHaveValue('');
});

describe('a message that was not sent', () => {
  test('stays with the reason, also after a reload, and is sent once with Try again', async () => {
    const rows = keepMessages();
    const repair = server.breakRequests(SEND);
    const { user, reload } = await openChat();
    await write('Are you there?');
    await waitFor(async () => expect(await bubble('Are you there?')).toHaveTextContent('The message was not sent'));
    await reload();
    expect(await bubble('Are you there?')).toHaveTextContent('Not sent');
    repair();
    await user.click(await button('Try again'));
    await waitFor(async () => expect(await bubble('Are you there?')).toHaveTextContent(/Sent$/));
    expect(rows).toHaveLength(1);
    await reload();
    expect(within(await log()).getAllByText('Are you there?')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('is there already when only the response was lost', async () => {
    const rows = keepMessages();
    const repair = server.failRequests(SEND, 502, { code: 'X' });
    await openChat();
    await write('Hola');
    await button('Try again');
    rows.push(createMessage('Hola', server.received(SEND)[0]?.body as Row));
    repair();
    fireEvent.click(await button('Try again'));
    await waitFor(async () => expect(await bubble('Hola')).toHaveTextContent(/Sent$/));
    expect(rows).toHaveLength(1);
  });

  test('is not seen by somebody else on the same device', async () => {
    keepMessages();
    server.breakRequests(SEND);
    await openChat();
    await write('My secret');
    await button('Try again');
    const keys = Object.keys(localStorage).filter((key) => key.includes('unsent'));
    expect(keys).toEqual([`parqueo.unsent-messages.${DRIVER.id}`]);
  });
});

describe('unread messages', () => {
  const destination = (name: string) => screen.findByRole('link', { name });

  test('a new one shows within half a minute elsewhere, and within 5 seconds in the chat', async () => {
    const rows = keepMessages();
    fakeClock();
    const { open } = await renderScreen('/settings');
    await destination('Messages');
    await waitFor(() => expect(server.received(COUNT)).not.toHaveLength(0));
    rows.push(createMessage('Good news'));
    await passTime(POLL_MS);
    expect(await destination('Messages, 1 unread')).toBeVisible();
    await open('/messages');
    await screen.findByText('Good news');
    rows.push(createMessage('Better news'));
    await passTime(CHAT_POLL_MS);
    expect(await screen.findByText('Better news')).toBeVisible();
    await waitFor(() => expect(rows.every(({ read_status }) => read_status)).toBe(true));
  });

  test('a hidden tab asks for nothing and marks nothing as read', async () => {
    const rows = keepMessages(createMessage('Unseen'));
    fakeClock();
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await openChat();
    await screen.findByText('Unseen');
    const asked = server.requests.length;
    await passTime(2 * POLL_MS);
    expect(server.requests.slice(asked).filter(({ url }) => url.pathname.includes('message'))).toEqual([]);
    expect(rows[0]).toMatchObject({ read_status: false });
    hidden.mockRestore();
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMessage, keepMessages } from '../testing/fake-messages.ts';
import { server, setOnline } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { DRIVER } from '../testing/people.ts';
import { expectPath, fakeClock, passTime, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace } from '../testing/rows.ts';

// The conversation with the operator, as it is without sample data.

const SEND = 'POST /rest/v1/user_messages';
const READ = 'GET /rest/v1/user_messages';
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

describe('the chat', () => {
  test('the other side has the operator’s name', async () => {
    keepMessages(createMessage('Hello'));
    for (const row of server.rows('public_settings')) row.app_name = 'Naco Parking';
    await openChat();
    expect(await screen.findByRole('log', { name: 'Messages with Naco Parking' })).toBeVisible();
    expect(await bubble('Hello')).toHaveTextContent('Naco Parking:Hello');
  });

  test('Messages leads right to the conversation, and so does the address of a former sample', async () => {
    keepMessages();
    const { open } = await openChat();
    await expectPath('/messages/operator');
    expect(await screen.findByText('No messages yet')).toBeVisible();
    await open('/messages/support');
    await expectPath('/messages/operator');
  });

  test('a driver reads both sides under their days, the newest last, and all are read then', async () => {
    fakeClock(new Date(2026, 2, 10, 15, 0));
    const rows = keepMessages(
      createMessage('The gate is open again', { created_at: new Date(2026, 2, 10, 14, 5).toISOString() }),
      createMessage('Is it open?', { sender_type: 'user', created_at: new Date(2026, 2, 9, 10, 0).toISOString() }),
      createMessage('Welcome', { created_at: new Date(2026, 1, 27, 9, 30).toISOString(), read_status: true }),
    );
    await openChat();
    await screen.findByText('Welcome');
    const items = within(await log()).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Feb 27, 2026',
      'Parqueo:Welcome9:30 AM',
      'Yesterday',
      'You:Is it open?10:00 AMSent',
      'Today',
      'Parqueo:The gate is open again2:05 PM',
    ]);
    await waitFor(() => expect(rows[0]).toMatchObject({ read_status: true }));
    expect(rows[1]).toMatchObject({ read_status: false });
  });

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

  test('markup and addresses in a message are text', async () => {
    keepMessages(createMessage('<b>Free</b> parking: https://example.com <script>alert(1)</script>'));
    await openChat();
    const text = await screen.findByText(/parking/);
    expect(text.children).toHaveLength(0);
    expect(text).toHaveTextContent('<b>Free</b> parking: https://example.com <script>alert(1)</script>');
  });

  test('a driver sees how much room is left near the end of it', async () => {
    keepMessages();
    await openChat();
    fireEvent.change(await field(), { target: { value: 'x'.repeat(799) } });
    expect(screen.queryByText(/characters/)).toBeNull();
    fireEvent.change(await field(), { target: { value: 'x'.repeat(1000) } });
    expect(await screen.findByText('1000 of 1000 characters')).toBeVisible();
    expect(await field()).toHaveAttribute('maxlength', '1000');
  });

  test('a driver pages back to older messages, each once, and later starts at the newest', async () => {
    const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const create = (index: number) => createMessage(`Number ${index}`, { created_at: time(index), read_status: true });
    keepMessages();
    server.servePages(
      'user_messages',
      Array.from({ length: 65 }, (_, index) => create(64 - index)),
    );
    const { user } = await openChat();
    const shown = async () =>
      within(await log())
        .getAllByText(/^Number/)
        .map(({ textContent }) => Number(textContent.slice('Number '.length)));
    await screen.findByText('Number 64');
    expect(await shown()).toEqual(Array.from({ length: 30 }, (_, index) => index + 35));
    await user.click(await button('Show older messages'));
    await screen.findByText('Number 5');
    await user.click(await button('Show older messages'));
    await screen.findByText('Number 0');
    expect(await shown()).toEqual(Array.from({ length: 65 }, (_, index) => index));
    expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();

    await user.click(screen.getByRole('link', { name: 'Activity' }));
    await expectPath('/activity');
    await user.click(screen.getByRole('link', { name: /^Messages/ }));
    await screen.findByText('Number 64');
    expect(await shown()).toEqual(Array.from({ length: 30 }, (_, index) => index + 35));
    expect(await button('Show older messages')).toBeVisible();
  });

  test('a driver reads that messages did not load, and tries again', async () => {
    keepMessages(createMessage('Hello'));
    const repair = server.failRequests(READ, 400, { code: 'X' });
    const { user } = await openChat();
    expect(await screen.findByText('Failed to load the messages')).toBeVisible();
    repair();
    await user.click(await button('Try again'));
    expect(await screen.findByText('Hello')).toBeVisible();
  });
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

  test('says offline without a connection, and can be deleted', async () => {
    const rows = keepMessages(createMessage('Hello'));
    const { user } = await openChat();
    await screen.findByText('Hello');
    setOnline(false);
    await write('From the basement');
    expect(await bubble('From the basement')).toHaveTextContent('Not sent');
    expect(screen.getByText('You are offline. New messages appear when you are connected again.')).toBeVisible();
    await user.click(await button('Delete'));
    expect(screen.queryByText('From the basement')).toBeNull();
    expect(rows).toHaveLength(1);
  });

  test('says that there were too many in a minute', async () => {
    keepMessages();
    server.failRequests(SEND, 400, { code: '23514', hint: 'too-many-messages' });
    await openChat();
    await write('One more');
    await waitFor(async () => expect(await bubble('One more')).toHaveTextContent('Wait a minute and try again.'));
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

describe('about a reservation', () => {
  const SPACE = createSpace();

  beforeEach(() => {
    keepMessages();
    server.rows('parking_spaces').push(SPACE);
  });

  test('a driver writes about a reservation from its card, and only one message is about it', async () => {
    const reservation = createReservation({ startsInHours: 2 });
    server.rows('reservations').push(reservation);
    const { user } = await renderScreen('/reservations');
    await user.click(await screen.findByRole('link', { name: 'Message about this stay' }));
    await expectPath('/messages/operator');
    expect(await screen.findByText(/^About A-01, /)).toBeVisible();
    await write('The gate is closed');
    await write('Now it is open');
    await bubble('Now it is open');
    await waitFor(() => expect(server.received(SEND)).toHaveLength(2));
    const [first, second] = server.received(SEND).map(({ body }) => body);
    expect(first).toMatchObject({ reservation_id: reservation.id });
    expect(second).not.toHaveProperty('reservation_id');
    expect(await bubble('The gate is closed')).toHaveTextContent(/^You:About A-01, /);
    expect(await bubble('Now it is open')).not.toHaveTextContent('About');
  });

  test('a driver writes about the reservation under way from its countdown', async () => {
    const reservation = createReservation({ startsInHours: -0.5, hours: 2 });
    server.rows('reservations').push(reservation);
    const { user } = await renderScreen('/reservations');
    await user.click(await screen.findByRole('link', { name: /^Parked now/ }));
    await user.click(await screen.findByRole('link', { name: 'Message about this stay' }));
    await screen.findByText(/^About A-01, /);
    await write('Which way out?');
    await waitFor(() => expect(server.received(SEND)[0]?.body).toMatchObject({ reservation_id: reservation.id }));
  });

  test('a message about a reservation that is gone is sent without it with Try again', async () => {
    server.rows('reservations').push(createReservation({ startsInHours: 2 }));
    const repair = server.failRequests(SEND, 400, { code: '23514', hint: 'reservation-not-found' });
    const { user } = await renderScreen('/reservations');
    await user.click(await screen.findByRole('link', { name: 'Message about this stay' }));
    await write('The gate is closed');
    await waitFor(async () => expect(await bubble('The gate is closed')).toHaveTextContent('without it'));
    repair();
    await user.click(await button('Try again'));
    await waitFor(async () => expect(await bubble('The gate is closed')).toHaveTextContent(/Sent$/));
    const [first, second] = server.received(SEND).map(({ body }) => body);
    expect(first).toHaveProperty('reservation_id');
    expect(second).not.toHaveProperty('reservation_id');
  });

  test('a driver writes without the reservation after removing it', async () => {
    server.rows('reservations').push(createReservation({ startsInHours: 2 }));
    const { user } = await renderScreen('/activity');
    await user.click(await screen.findByRole('link', { name: 'Message about this stay' }));
    await user.click(await button('Write without the reservation'));
    expect(screen.queryByText(/^About/)).toBeNull();
    await write('Hola');
    await waitFor(() => expect(server.received(SEND)).toHaveLength(1));
    expect(server.received(SEND)[0]?.body).not.toHaveProperty('reservation_id');
  });

  test('with sample data no card offers it', async () => {
    server.config.samples = true;
    server.rows('reservations').push(createReservation({ startsInHours: 2 }));
    await renderScreen('/reservations');
    await screen.findByRole('button', { name: 'CANCEL' });
    expect(screen.queryByRole('link', { name: 'Message about this stay' })).toBeNull();
    expect(server.received(COUNT)).toEqual([]);
  });
});

describe('unread messages', () => {
  const destination = (name: string) => screen.findByRole('link', { name });

  test('a driver sees how many there are in the navigation, and none after reading them', async () => {
    keepMessages(createMessage('One'), createMessage('Two'));
    const { user } = await renderScreen('/settings');
    const link = await destination('Messages, 2 unread');
    expect(link).toHaveTextContent('2');
    await user.click(link);
    await screen.findByText('Two');
    expect(await destination('Messages')).toBeVisible();
  });

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

  test('after a long absence no message is missing between the newest and the older ones', async () => {
    const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const create = (index: number) => createMessage(`Number ${index}`, { created_at: time(index), read_status: true });
    const rows = [2, 1, 0].map(create);
    keepMessages();
    server.servePages('user_messages', rows);
    fakeClock();
    await openChat();
    await screen.findByText('Number 2');
    rows.unshift(...Array.from({ length: 40 }, (_, index) => create(42 - index)));
    await passTime(CHAT_POLL_MS);
    await screen.findByText('Number 42');
    expect(screen.queryByText('Number 2')).toBeNull();
    fireEvent.click(await button('Show older messages'));
    await screen.findByText('Number 0');
    expect(within(await log()).getAllByText(/^Number/)).toHaveLength(43);
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

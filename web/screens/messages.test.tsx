import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ADMIN } from '../testing/people.ts';
import { expectPath, renderScreen, signInBrowser } from '../testing/render-screen.tsx';

test('a conversation that does not exist leads back to the inbox', async () => {
  const { user } = await renderScreen('/messages/nobody');
  expect(await screen.findByText('This conversation does not exist')).toBeVisible();
  await user.click(screen.getAllByRole('link', { name: 'Back to messages' }).at(-1) as HTMLElement);
  await expectPath('/messages');
});

test('another person on the same device reads nothing of hers', async () => {
  const { user, open } = await renderScreen('/messages/support');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Message' }), { target: { value: 'My secret' } });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('My secret')).toBeVisible();

  signInBrowser(ADMIN);
  await open('/messages/support');
  expect(within(await screen.findByRole('log')).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByText('My secret')).toBeNull();
});

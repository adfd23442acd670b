import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ADMIN } from '../testing/people.ts';
import { renderScreen, signInBrowser } from '../testing/render-screen.tsx';

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

import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { loadConversations } from './sample-conversations.ts';
import { SampleChat } from './sample-messages.tsx';

const Opened = ({ id }: { id: string }) => (
  <MemoryRouter>
    <SampleChat userId="ana" id={id} />
  </MemoryRouter>
);

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

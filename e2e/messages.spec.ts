import { createPerson, expect, signIn, test } from './people.ts';

test('a driver reads the inbox and chats on this device', async ({ page, server }) => {
  const { email } = await createPerson(server, 'messages');
  await signIn(page, email);
  await page.goto('/map');
  await page.getByRole('link', { name: 'Messages' }).click();
  await expect(page).toHaveURL(/\/messages$/);

  const conversations = page.getByRole('list', { name: 'Conversations' }).getByRole('link');
  const log = page.getByRole('log', { name: 'Messages with Parqueo Support' });
  const field = page.getByRole('textbox', { name: 'Message' });
  const send = page.getByRole('button', { name: 'Send' });

  await test.step('the list has two conversations, one of them unread', async () => {
    await expect(conversations).toHaveCount(2);
    await expect(conversations.filter({ hasText: 'Unread' })).toHaveCount(1);
  });
  await test.step('tapping one opens its chat with an exchange', async () => {
    await conversations.filter({ hasText: 'Unread' }).click();
    await expect(page).toHaveURL(/\/messages\/support$/);
    await expect(log.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByText('Messages stay on this device and reach nobody yet.')).toBeVisible();
  });
  await test.step('a blank message cannot be sent', async () => {
    await expect(send).toBeDisabled();
    await field.fill('   ');
    await expect(send).toBeDisabled();
  });
  await test.step('sending appends the message and empties the field', async () => {
    await field.fill('  Is the gate open at night?  ');
    await send.click();
    await expect(log.getByRole('listitem')).toHaveCount(4);
    await expect(log.getByRole('listitem').last()).toContainText('Is the gate open at night?');
    await expect(field).toHaveValue('');
  });
  await test.step('Enter sends, Shift and Enter begins a line', async () => {
    await field.fill('One');
    await field.press('Shift+Enter');
    await field.pressSequentially('Two');
    await field.press('Enter');
    await expect(log.getByRole('listitem')).toHaveCount(5);
    await expect(log.getByText('One Two')).toBeVisible();
  });
  await test.step('the newest message is in view, however many there are', async () => {
    for (let count = 1; count <= 12; count += 1) {
      await field.fill(`Message number ${count}`);
      await field.press('Enter');
    }
    await expect(log.getByText('Message number 12', { exact: true })).toBeInViewport();
    await expect(log.getByText('Welcome to Parqueo!')).not.toBeInViewport();
  });
  await test.step('messages and what was read survive a reload', async () => {
    await page.reload();
    await expect(log.getByText('Message number 12', { exact: true })).toBeInViewport();
    await page.getByRole('link', { name: 'Back to messages' }).click();
    await expect(conversations.filter({ hasText: 'You: Message number 12' })).toBeVisible();
    await expect(conversations.filter({ hasText: 'Unread' })).toHaveCount(0);
  });
});

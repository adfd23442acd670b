import { createPerson, expect, type Person, signIn, test } from './people.ts';

const readProfile = async ({ id, client }: Person) =>
  (await client.from('profiles').select('full_name, phone, bio').eq('user_id', id).single().throwOnError()).data;

test('a person saves name, phone and bio, and the account shows them', async ({ page, server }) => {
  const person = await createPerson(server, 'profile');
  await signIn(page, person.email);
  await page.goto('/profile');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await page.getByLabel('Name').fill('  Ana Pérez ');
  await page.getByLabel('Phone').fill('(829) 555-0101');
  await page.getByLabel('About you').fill('I drive a small car.');
  await expect(page.getByText('20 of 300 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  expect(await readProfile(person)).toEqual({
    full_name: 'Ana Pérez',
    phone: '+18295550101',
    bio: 'I drive a small car.',
  });
  await page.getByRole('link', { name: 'Back to account' }).click();
  await expect(page.getByRole('heading', { name: 'Ana Pérez' })).toBeVisible();
  await expect(page.getByText('AP', { exact: true })).toBeVisible();
  await expect(page.getByText('+1 829 555 0101')).toBeVisible();
});

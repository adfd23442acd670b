import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { stripUnseenInput } from './strip-unseen-input.ts';

stripUnseenInput();

function type(field: 'text' | 'email' | 'password' | 'area', value: string) {
  const onText = vi.fn();
  const props = { 'aria-label': 'Text', onChange: ({ target }: { target: { value: string } }) => onText(target.value) };
  render(field === 'area' ? <textarea {...props} /> : <input type={field} {...props} />);
  fireEvent.input(screen.getByLabelText('Text'), { target: { value } });
  return onText.mock.lastCall?.[0];
}

test.each([
  ['text', '\u202a809\u2011555\u00a00134\u202c', '809-555 0134'],
  ['email', '\u200bana@parqueo.test\ufeff', 'ana@parqueo.test'],
  ['area', 'Ana\u00ad\n👨\u200d👩\u200d👧 ❤️ می\u200cخواهم', 'Ana\n👨\u200d👩\u200d👧 ❤️ می\u200cخواهم'],
  ['password', 'a\u200bb\u00a0c', 'a\u200bb\u00a0c'],
] as const)('what nobody sees is left out of a field of %s, and what changes the look stays', (field, pasted, text) => {
  expect(type(field, pasted)).toBe(text);
});

test('the cursor stays where it was', () => {
  render(<input aria-label="Text" />);
  const field = screen.getByLabelText<HTMLInputElement>('Text');
  field.value = 'A\u200bna Pérez';
  field.setSelectionRange(4, 4);
  fireEvent.input(field);
  expect([field.value, field.selectionStart]).toEqual(['Ana Pérez', 3]);
});

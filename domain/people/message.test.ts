import { describe, expect, test } from 'vitest';
import { toMessageText } from './message.ts';

describe('toMessageText', () => {
  test('leaves out the blanks around a message and keeps its lines', () => {
    expect(toMessageText('  I am here.\nWhich gate? \n')).toBe('I am here.\nWhich gate?');
  });

  test('sends nothing when only blanks were typed', () => {
    expect(toMessageText('')).toBeNull();
    expect(toMessageText(' \n\t ')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { textToSend } from './message.ts';

describe('textToSend', () => {
  it('leaves out the blanks around a message and keeps its lines', () => {
    expect(textToSend('  I am here.\nWhich gate? \n')).toBe('I am here.\nWhich gate?');
  });

  it('sends nothing when only blanks were typed', () => {
    expect(textToSend('')).toBeNull();
    expect(textToSend(' \n\t ')).toBeNull();
  });
});

import { toTypedText } from '../../../domain/plain-text.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isPassword = ({ type, autocomplete }: Field) => type === 'password' || autocomplete.endsWith('-password');

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Leaves out of every field but passwords what people paste without seeing it, before the field's own listeners read its value. */
export function stripUnseenInput(): void {
  window.addEventListener(
    'input',
    (event) => {
      const { target: field } = event;
      if (!isField(field) || isPassword(field) || (event instanceof InputEvent && event.isComposing)) return;
      const plain = toTypedText(field.value);
      if (plain === field.value) return;
      // Fields of addresses and numbers have no position of the cursor.
      const position =
        field.selectionStart === null ? null : toTypedText(field.value.slice(0, field.selectionStart)).length;
      // React overrides the setter of an element, and does not report what it believes it has set itself.
      const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, plain);
      if (position !== null) field.setSelectionRange(position, position);
    },
    { capture: true },
  );
}

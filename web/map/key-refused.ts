/** The maps service does not take the key; its library asks once per page, so only a new page can try again. */
export class KeyRefused extends Error {
  override name = 'KeyRefused';
}

// What browsers have learned since Safari 16.4, Chrome 111 and Firefox 115, the oldest of README.md: what at least one of them lacks,
// by @mdn/browser-compat-data 8.1.9. Names of the form `Owner.member` are static, `Owner#member` belong to each object.

const JAVASCRIPT = [
  'Array.fromAsync',
  'ArrayBuffer#resize',
  'ArrayBuffer#transfer',
  'ArrayBuffer#transferToFixedLength',
  'Error.isError',
  'Intl.DurationFormat',
  'Intl.Segmenter',
  'JSON.isRawJSON',
  'JSON.rawJSON',
  'Map.groupBy',
  'Map#getOrInsert',
  'Map#getOrInsertComputed',
  'Math.f16round',
  'Math.sumPrecise',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'Set#difference',
  'Set#intersection',
  'Set#isDisjointFrom',
  'Set#isSubsetOf',
  'Set#isSupersetOf',
  'Set#symmetricDifference',
  'Set#union',
  'String#isWellFormed',
  'String#toWellFormed',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
  'Uint8Array#setFromBase64',
  'Uint8Array#toBase64',
  'Uint8Array#toHex',
  'DisposableStack',
  'AsyncDisposableStack',
  'SuppressedError',
  'Float16Array',
  'Temporal',
];

const ITERATOR = ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'];

const WEB = [
  'AbortSignal.any',
  'URL.canParse',
  'URL.parse',
  'URLSearchParams#size',
  'Response.json',
  'Response#bytes',
  'Request#bytes',
  'Blob#bytes',
  'Headers#getSetCookie',
  'ReadableStream#values',
  'Element#checkVisibility',
  'Element#getHTML',
  'Element#setHTMLUnsafe',
  'Element#moveBefore',
  'Document#startViewTransition',
  'Document#caretPositionFromPoint',
  'Document#moveBefore',
  'Document.parseHTMLUnsafe',
  'HTMLElement#showPopover',
  'HTMLElement#hidePopover',
  'HTMLElement#togglePopover',
  'HTMLDialogElement#requestClose',
  'HTMLSelectElement#showPicker',
  'Navigator#canShare',
  'Navigator#share',
  'Navigator#vibrate',
  'Navigator#userActivation',
  'Navigator#connection',
  'Navigator#wakeLock',
  'PointerEvent#getCoalescedEvents',
  'Selection#getComposedRanges',
  'CSS.highlights',
  'CSS.registerProperty',
  'HTMLVideoElement#requestVideoFrameCallback',
  'PushManager.supportedContentEncodings',
  'requestIdleCallback',
  'cancelIdleCallback',
  'scheduler',
  'navigation',
  'cookieStore',
  'fetchLater',
  'CloseWatcher',
  'ToggleEvent',
  'documentPictureInPicture',
  'ClipboardItem',
  'EditContext',
  'NavigationActivation',
  'BarcodeDetector',
];

export const NEWER_APIS: readonly string[] = [...JAVASCRIPT, 'Iterator', ...WEB];

/** A script for a page that makes a browser forget what the oldest ones do not know. */
export const FORGET_NEWER_APIS = `{
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  for (const name of ${JSON.stringify(ITERATOR)}) delete iterator[name];
  for (const name of ${JSON.stringify(NEWER_APIS)}) {
    const [owner, member] = name.split(/[.#]/);
    if (member === undefined) delete globalThis[owner];
    else if (name.includes('#')) delete globalThis[owner]?.prototype[member];
    else delete globalThis[owner]?.[member];
  }
}`;

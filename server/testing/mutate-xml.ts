const PARTS = [
  '<',
  '>',
  '/>',
  '&',
  '&#0;',
  '&lt;',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x ',
  '?>',
  '<!DOCTYPE a>',
  '"',
  "'",
  '\0',
  '\ufeff',
  '\ud800',
  'xmlns:x="y"',
  ' Id="a"',
  '</ECF>',
  '<ECF>',
  '',
  '1',
  '٣',
];

/** Changed copies of a text, always the same ones: characters and pieces removed, repeated, exchanged or put in. */
export function* mutate(text: string, count: number): Generator<string> {
  let state = 1;
  // The generator of Park and Miller.
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let made = 0; made < count; ) {
    const start = random(text.length);
    const length = random(4) === 0 ? random(400) : random(4);
    const piece = text.slice(start, start + length);
    const other = [PARTS[random(PARTS.length)] ?? '', piece + piece, String.fromCharCode(random(0x2_00)), ''][
      random(4)
    ];
    const changed = text.slice(0, start) + other + text.slice(start + length);
    if (changed === text) continue;
    made += 1;
    yield changed;
  }
}

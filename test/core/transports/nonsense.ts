// What no operation can use: values, bodies, and correct bodies with nonsense in one place.

const nonsense: unknown[] = [
  '',
  'not an id',
  'a\u0000b',
  '\ud800',
  'x'.repeat(6000),
  7,
  -1.5,
  true,
  null,
  [],
  {},
  [[]],
  { a: { b: 1 } },
];

export const nonsenseText = nonsense.filter((one) => typeof one === 'string' && one !== '\ud800') as string[];

export const nonsenseBodies = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '7',
  '{"__proto__":{"a":1},"constructor":1}',
  '['.repeat(20_000),
  '\xff',
];

/** Each place in a body with each kind of nonsense in it. */
export function spoilt(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return nonsense;
  return Object.entries(body).flatMap(([name, inner]) =>
    [...(typeof inner === 'object' ? nonsense : []), ...spoilt(inner)].map((value) =>
      Array.isArray(body)
        ? body.map((one: unknown, index) => (index === Number(name) ? value : one))
        : { ...body, [name]: value },
    ),
  );
}

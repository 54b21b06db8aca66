// IDs as the interface (section 2) defines them.

const uuid =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/i;

/** True for an ID the interface accepts: 8-4-4-4-12 hex with version 1 to 8 and variant 8 to b, all zero, or all f. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

/** True for a slug of a brand or page; never shaped like an ID, so that either can be used. */
export function isSlug(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 100 &&
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) &&
    !isId(value)
  );
}

// The calls on the brand of the running test.
import { brand, write } from './new-brand-each.ts';

export const rules = (...set: object[]) => write.done('PATCH', `/brand/rules?brand=${brand}`, { set });

export const color = (key: string, value: string, context?: string) => ({
  key,
  type: 'color',
  value,
  ...(context ? { context } : {}),
});

export const page = (slug: string, body: object = {}) =>
  write.done('PUT', `/brands/${brand}/pages/${slug}`, { title: slug.toUpperCase(), ...body });

/** A path below the brand. */
export const at = (path: string): string => `/brands/${brand}${path}`;

export const publish = async (body: object = {}) =>
  (await write.done('POST', at('/publish'), body)).body.data;

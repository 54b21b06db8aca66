// The panel's addresses of brands.

export const brandsPath = '/brands';

/** @param part of the brand, such as `pages/color`; left out: its rules */
export function brandPathOf(slug: string, part = ''): `/${string}` {
  return part === '' ? `/brands/${slug}` : `/brands/${slug}/${part}`;
}

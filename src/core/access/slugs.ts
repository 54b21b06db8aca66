// Slugs made of names: the last part of an address that a person can read.

const maxSlugLength = 60;

/** Lower-case letters and digits of a name, joined by dashes; `fallback` where nothing of it is left. */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? fallback : slug;
}

/** The slug itself where it is free, else the first of `slug-2`, `slug-3`… that is. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  const others = new Set(taken);
  if (!others.has(slug)) return slug;
  let number = 2;
  while (others.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

// Slugs made from names: the readable last part of a URL.

const maxSlugLength = 60;

/** Lowercase letters and digits of a name, joined by dashes; `fallback` if nothing is left. */
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

/** The slug if it's free, otherwise the first free one of `slug-2`, `slug-3`… */
export function freeSlug(slug: string, taken: readonly string[]): string {
  const others = new Set(taken);
  if (!others.has(slug)) return slug;
  let number = 2;
  while (others.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

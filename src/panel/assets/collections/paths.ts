// The addresses of collections in the panel.

export const collectionsPath = '/collections/collections';
export const collectionPathOf = (id: string): `/${string}` => `${collectionsPath}/${id}`;

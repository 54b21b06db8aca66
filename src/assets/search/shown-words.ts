// Search by visitors, who see only some of an asset's texts. The search index also has its tags, keywords and custom fields, which
// could be spelled out prefix by prefix: it narrows the search down, and the texts that are shown decide.

/** SQL: a text as a query for assets that have all of its words, or words that begin with them; empty without words. */
export const wordsQuerySql = (text: string): string =>
  `array_to_string(array(select '''' || w || ''':*' from unnest(marque.words(${text})) w), ' & ')::tsquery`;

const vectorSql = (texts: readonly string[]): string =>
  `array_to_tsvector(marque.words(concat_ws(' ', ${texts.join(', ')})))`;

const names = (a: string, l: string): string[] => [
  `${a}.filename`,
  `${a}.metadata->>'title'`,
  `marque.texts_of(${l}.texts, 'title')`,
];

/** SQL: the words of the names of asset `a`, with its `marque.asset_languages` as `l`. */
export const shownNamesSql = (a: string, l: string): string => vectorSql(names(a, l));

/** SQL: the words of all texts that visitors see of asset `a`, in all languages. Made as `marque.index_assets` makes them. */
export const shownWordsSql = (a: string, l: string): string =>
  vectorSql([
    ...names(a, l),
    `${a}.metadata->>'description'`,
    `${a}.metadata->>'creator'`,
    `${l}.alt`,
    `marque.texts_of(${l}.texts, 'description')`,
    `marque.texts_of(${l}.texts, 'alt')`,
  ]);

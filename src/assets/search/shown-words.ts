// Search by visitors, who see only some of an asset's texts. The search index also has its tags, keywords and custom fields, which
// could be spelled out prefix by prefix: it narrows the search down, and the texts that are shown decide.

/** SQL: a text as a query for assets that have all of its words, or words that begin with them; empty without words. */
export const wordsQuerySql = (text: string): string =>
  `array_to_string(array(select '''' || w || ''':*' from unnest(marque.words(${text})) w), ' & ')::tsquery`;

// Ten times faster than making the words of each asset: words are letters and digits only, so nothing in them is a pattern.
const haveAll = (texts: readonly string[], text: string): string =>
  `marque.fold(concat_ws(' ', ${texts.join(', ')})) ~ all (array(select '(^|[^[:alnum:]])' || w from unnest(marque.words(${text})) w))`;

/** Texts in all languages. Few assets have any, and an aggregate over none takes as long as the rest. */
const translated = (l: string, kinds: readonly string[]): string =>
  `case when ${l}.texts is not null then (select string_agg(concat_ws(' ', ${kinds.map((kind) => `e.value ->> '${kind}'`).join(', ')}), ' ') from jsonb_each(${l}.texts) e) end`;

/** SQL: the names of asset `a`, with its `marque.asset_languages` as `l`, have all words of a text. */
export const shownNamesMatchSql = (a: string, l: string, text: string): string =>
  haveAll([`${a}.filename`, `${a}.metadata->>'title'`, translated(l, ['title'])], text);

/** SQL: the texts that visitors see of asset `a` have all words of a text, in any language. */
export const shownTextsMatchSql = (a: string, l: string, text: string): string =>
  haveAll(
    [
      `${a}.filename`,
      ...['title', 'description', 'creator'].map((kind) => `${a}.metadata->>'${kind}'`),
      `${l}.alt`,
      translated(l, ['title', 'description', 'alt']),
    ],
    text,
  );

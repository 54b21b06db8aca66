// Where a search found an asset by the text inside its file.
import type { Asset } from '../../assets/schemas.ts';
import type { Words } from '../words/words.tsx';

/** An asset of a search's results. */
export type FoundAsset = Asset & {
  /** It was found by the text inside its file. Null: on no particular page. */
  inText?: { page: number | null };
};

/** The parameter of an asset's address: its file opens on this page. */
export const pageParameter = 'page';

/** As people read it; null for what was found otherwise. */
export function placeInText({ mime, inText }: FoundAsset, { t }: Pick<Words, 't'>): string | null {
  if (!inText) return null;
  const { page } = inText;
  if (page === null) return t('assets:foundInText');
  if (mime.includes('presentation')) return t('assets:foundOnSlide', { page });
  if (mime.includes('spreadsheet')) return t('assets:foundOnSheet', { page });
  return t('assets:foundOnPage', { page });
}

/** The query of its link, which opens it there. @param query of a link to the asset */
export function atPlaceInText(query: string, { inText }: FoundAsset): string {
  if (!inText?.page) return query;
  const parameters = new URLSearchParams(query);
  parameters.set(pageParameter, String(inText.page));
  return `?${parameters.toString()}`;
}

/** The page that an asset's address names; null: none. */
export function pageIn(parameters: URLSearchParams): number | null {
  const page = Number(parameters.get(pageParameter));
  return Number.isInteger(page) && page > 0 ? page : null;
}

'use client';
// The assets that Ctrl+K finds.
import { useAnswerFound, useFinding, type Found } from '../shell/finder/finding.ts';
import { kindOf } from '../ui/format.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { atPlaceInText, placeInText } from './found-in-text.ts';
import { picturedIn, withThumbnails } from './pictured.ts';
import { listedStates } from './states.ts';
import { useWords } from '../words/useWords.ts';
import { nameOf } from './name-of.ts';

const shown = 6;

export function AssetsFound() {
  const words = useWords();
  const { t } = words;
  const finding = useFinding();
  const query = finding?.query ?? '';
  const input = { ...withThumbnails, q: query, limit: shown, status: [...listedStates] };
  const answer = useAnswerFound('list_assets', query === '' ? null : input);
  const found =
    answer &&
    picturedIn(answer.data, answer.included, answer.matches).map((asset): Found => ({
      id: asset.id,
      label: nameOf(asset),
      detail: [kindOf(asset.mime), placeInText(asset, words) ?? []].flat().join(' · '),
      path: `/collections/assets/${asset.id}${atPlaceInText('', asset)}`,
      picture: <Thumbnail asset={asset} shownAt={40} />,
    }));
  const all: Found = {
    id: 'all',
    label: t('assets:searchFor', { query }),
    path: `/collections/assets?q=${encodeURIComponent(query)}`,
  };
  return finding?.show(t('assets:title'), found && found.length > 0 ? [...found, all] : []);
}

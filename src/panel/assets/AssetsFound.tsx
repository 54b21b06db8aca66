'use client';
// The assets that Ctrl+K finds.
import { useAnswerFound, useFinding, type Found } from '../shell/finder/finding.ts';
import { kindOf } from '../ui/format.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { picturedIn, withThumbnails } from './pictured.ts';
import { listedStates } from './states.ts';

const shown = 6;

export function AssetsFound() {
  const finding = useFinding();
  const query = finding?.query ?? '';
  const input = { ...withThumbnails, q: query, limit: shown, status: [...listedStates] };
  const answer = useAnswerFound('list_assets', query === '' ? null : input);
  const found =
    answer &&
    picturedIn(answer.data, answer.included).map((asset): Found => ({
      id: asset.id,
      label: asset.metadata.title ?? asset.filename,
      detail: kindOf(asset.mime),
      path: `/collections/assets/${asset.id}`,
      picture: <Thumbnail asset={asset} shownAt={40} />,
    }));
  const all: Found = {
    id: 'all',
    label: `Search the library for “${query}”`,
    path: `/collections/assets?q=${encodeURIComponent(query)}`,
  };
  return finding?.show('Assets', found && found.length > 0 ? [...found, all] : []);
}

// A picture shown whole, such as a logo on a background; a tile with its file type for a file without one.
import type { Rule } from '../../brands/rules/schemas.ts';
import { pictureOf, useHasPicture, type Pictured } from '../ui/pictures.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';

interface Props {
  asset: Pictured & Pick<Rule['assets'][number], 'mime' | 'width' | 'height'>;
  /** Of the rendition, in pixels. */
  width: 320 | 640;
}

export function AssetImage({ asset, width }: Props) {
  const hasPicture = useHasPicture();
  if (!hasPicture(asset)) return <Thumbnail asset={asset} shownAt={width / 2} />;
  return <img src={pictureOf(asset, `w_${width},f_webp`)} alt="" loading="lazy" decoding="async" />;
}

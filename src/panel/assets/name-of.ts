// What an asset is called wherever it is shown: by its title, or its filename.
import type { Asset } from '../../assets/schemas.ts';

export const nameOf = ({ metadata, filename }: Pick<Asset, 'metadata' | 'filename'>): string =>
  metadata.title ?? filename;

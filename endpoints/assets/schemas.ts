// Shapes shared by the asset operations.
import { z } from 'zod';
import { Asset, Id } from '../../src/assets/schemas.ts';

export const assetPath = z.object({ id: Id });
export const OneAsset = z.object({ data: Asset });

/** The thing an asset operation acts on. */
export const onAsset = ({ path }: { path: Record<string, string> }) => ({ asset: path.id ?? '' });

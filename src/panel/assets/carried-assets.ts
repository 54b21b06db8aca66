// Assets that are dragged from the library, onto a collection.
import type { DragEvent } from 'react';
import type { Asset } from '../../assets/schemas.ts';

const format = 'application/x-marque-assets';

export type Carried = Pick<Asset, 'id' | 'collections'>;

/** Called as the drag begins. */
export function carry({ dataTransfer }: DragEvent, assets: readonly Carried[]): void {
  const carried = assets.map(({ id, collections }) => ({ id, collections }));
  dataTransfer.setData(format, JSON.stringify(carried));
  dataTransfer.effectAllowed = 'copy';
}

/** Browsers say what is carried only once it is dropped. */
export const carriesAssets = (transfer: Pick<DataTransfer, 'types'> | null): boolean =>
  transfer?.types.includes(format) ?? false;

export const carriedBy = ({ dataTransfer }: DragEvent): Carried[] =>
  JSON.parse(dataTransfer.getData(format) || '[]') as Carried[];

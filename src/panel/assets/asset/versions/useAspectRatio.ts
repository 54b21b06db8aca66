// The shape of a picture: as its asset says, which documents don't, until the picture itself says it.
import { useState, type SyntheticEvent } from 'react';
import type { PicturedAsset } from '../../pictured.ts';

export function useAspectRatio({ width, height }: PicturedAsset) {
  const [aspectRatio, setAspectRatio] = useState((width ?? 3) / (height ?? 2));
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
    setAspectRatio(currentTarget.naturalWidth / currentTarget.naturalHeight);
  };
  return { aspectRatio, onLoad };
}

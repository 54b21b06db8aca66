// The size of a picture in pixels, as people are told it.
interface Measured {
  mime: string;
  width: number | null;
  height: number | null;
}

/** "1280 × 960"; null where it has no size. The picture of a sound is its waveform or its cover, whose size is nothing of its own. */
export const pixelsOf = ({ mime, width, height }: Measured): string | null =>
  width && height && !mime.startsWith('audio/') ? `${width} × ${height}` : null;

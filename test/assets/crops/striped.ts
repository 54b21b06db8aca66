// Pictures of three stripes, so that what is left of one after cropping shows in its colors.
import sharp from 'sharp';

export const red = [200, 0, 0];
export const green = [0, 200, 0];
export const blue = [0, 0, 200];

let made = 0;

/** Red, green and blue from left to right, 100 pixels each, 100 high; in unique bytes. */
export async function stripes(): Promise<Buffer> {
  made += 1;
  const stripe = (background: string) =>
    sharp({ create: { width: 100, height: 100, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp({ create: { width: 300, height: 100, channels: 3, background: 'white' } })
    .composite([
      { input: await stripe('rgb(200,0,0)'), left: 0, top: 0 },
      { input: await stripe('rgb(0,200,0)'), left: 100, top: 0 },
      { input: await stripe('rgb(0,0,200)'), left: 200, top: 0 },
    ])
    .withExif({ IFD0: { ImageDescription: `Stripes ${made}` } })
    .png()
    .toBuffer();
}

/** The color in the middle, and the size. */
export async function middleOf(picture: Buffer): Promise<{ color: number[]; size: number[] }> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * info.channels;
  // Lossy formats change colors a little.
  return {
    color: [...data.subarray(at, at + 3)].map((value) => Math.round(value / 50) * 50),
    size: [width, height],
  };
}

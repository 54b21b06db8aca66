// Renders the files it is given, small and whole, and prints what that took beyond the memory of the idle process.
import sharp from 'sharp';
import { renderFile } from '../../../src/assets/delivery/render.ts';

const small = { fit: 'inside', q: 80, w: 1280, f: 'webp' } as const;
const whole = { fit: 'inside', q: 80, f: 'jpeg' } as const;

await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .webp()
  .toBuffer();
const idle = process.memoryUsage.rss();
const sizes: number[][] = [];
for (const file of process.argv.slice(2))
  for (const rendition of [small, whole]) {
    const { width, height } = await sharp(await renderFile(file, rendition)).metadata();
    sizes.push([width, height]);
  }
// In KiB.
const peak = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ sizes, peakMiB: (peak - idle) / 1024 ** 2 }));
process.exit(0);

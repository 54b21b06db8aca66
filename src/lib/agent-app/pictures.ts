// Pictures of assets, as the agent may see them: several with each call, since calls are counted.
import type { Host } from './host.ts';

export interface Wanted {
  /** An asset's ID. */
  id: string;
  mime: string | null;
  show: (url: string) => void;
  /** There's no picture. */
  leaveOut?: () => void;
}

/** As many as view_assets shows at a time. */
const atATime = 8;

const hasPicture = ({ mime }: Wanted): boolean => mime === null || /^(?:image|video)\//.test(mime);

/** Loads pictures one call after the other. What can't be loaded is left out. @param size longest side in pixels */
export async function loadPictures(host: Host, wanted: readonly Wanted[], size: number): Promise<void> {
  const shown = host.canCall ? wanted.filter(hasPicture) : [];
  wanted.filter((one) => !shown.includes(one)).forEach(({ leaveOut }) => leaveOut?.());
  for (let at = 0; at < shown.length; at += atATime) {
    const some = shown.slice(at, at + atATime);
    const ids = some.map(({ id }) => id);
    const loaded = await host.call('view_assets', { assets: ids, size }).catch(() => null);
    const { results } = (loaded?.data ?? { results: [] }) as { results: { image?: number }[] };
    some.forEach(({ show, leaveOut }, index) => {
      const image = results[index]?.image;
      const url = image === undefined ? undefined : loaded?.pictures[image - 1];
      if (url) show(url);
      else leaveOut?.();
    });
  }
}

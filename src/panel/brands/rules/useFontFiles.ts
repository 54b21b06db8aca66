'use client';
// The font files of a rule, loaded so that specimens are set in the real font. Each file is a family of its own: which weight it is
// doesn't matter then.
import { useEffect, useState } from 'react';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { contentOf } from '../../ui/format.ts';

export interface FontFile {
  id: string;
  filename: string;
  /** Its family in this page. */
  family: string;
}

const loading = new Map<string, Promise<boolean>>();

/** False: the browser can't read it. */
function load(id: string, family: string): Promise<boolean> {
  const known = loading.get(id);
  if (known) return known;
  const face = new FontFace(family, `url("${contentOf(id)}")`);
  const result = face.load().then(
    (loaded) => {
      document.fonts.add(loaded);
      return true;
    },
    () => false,
  );
  loading.set(id, result);
  return result;
}

/** Those that are loaded. */
export function useFontFiles(assets: Rule['assets']): readonly FontFile[] {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const files = assets
    .filter(({ mime }) => mime.startsWith('font/'))
    .map(({ id, filename }) => ({ id, filename, family: `mq-font-${id}` }));
  const ids = files.map(({ id }) => id).join(' ');
  useEffect(() => {
    let isLeft = false;
    for (const id of ids.split(' ').filter((one) => one !== ''))
      void load(id, `mq-font-${id}`).then((isThere) => {
        if (isThere && !isLeft) setLoaded((before) => new Set(before).add(id));
      });
    return () => {
      isLeft = true;
    };
  }, [ids]);
  return files.filter(({ id }) => loaded.has(id));
}

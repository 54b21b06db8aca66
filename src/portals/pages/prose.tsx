// Text by the portal's author, as HTML.
import type { ReactElement } from 'react';
import { htmlOf } from '../../brands/pages/prose.ts';

/** Its links go only where they say. */
export function Prose({ text }: { text: string }): ReactElement {
  const html = htmlOf(text, { page: () => null, asset: () => null });
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

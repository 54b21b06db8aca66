// Updates: what the latest publishes changed.
import { z } from 'zod';
import { boxes, defineTemplate } from './contract.ts';
import { Prose } from './parts.tsx';

export const updates = defineTemplate({
  name: 'updates',
  title: 'Updates',
  description: "What the brand's latest publishes changed, newest first.",
  props: z.strictObject({ limit: z.int().min(1).max(20).default(5) }),
  keys: null,
  items: null,
  standsAlone: true,
  picture: boxes(
    [10, 12, 2, 40, 0.4],
    [18, 12, 30, 4],
    [18, 20, 62, 3, 0.4],
    [18, 34, 36, 4],
    [18, 42, 56, 3, 0.4],
  ),
  example: { template: 'updates', title: "What's new", props: { limit: 3 } },
  Renderer: ({ props, around }) => (
    <ol className="mqb-updates">
      {around.updates.slice(0, props.limit).map((update) => (
        <li key={update.version}>
          <time dateTime={update.publishedAt}>{update.publishedAt.slice(0, 10)}</time>
          <Prose text={update.note} around={around} />
          <p>{update.summary}</p>
        </li>
      ))}
    </ol>
  ),
});

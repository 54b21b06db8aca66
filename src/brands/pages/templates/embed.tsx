// Embed: external content shown in place.
import { z } from 'zod';
import { boxes, defineTemplate } from './contract.ts';

export const embed = defineTemplate({
  name: 'embed',
  title: 'Embed',
  description: 'A page from another site, such as a video or a prototype, with a link as a fallback.',
  props: z.strictObject({
    url: z.url({ protocol: /^https$/, error: 'Must be an https:// address.' }).max(2000),
    height: z.int().min(100).max(2000).default(480).describe('Pixels'),
  }),
  keys: null,
  items: null,
  standsAlone: true,
  picture: boxes([8, 10, 80, 44, 0.25], [42, 26, 12, 12]),
  example: { template: 'embed', title: 'Our video', props: { url: 'https://example.com/film', height: 540 } },
  Renderer: ({ section, props, around }) => (
    <figure className="mqb-embed">
      {around.linksOnly ? null : (
        <iframe
          src={props.url}
          height={props.height}
          title={section.title ?? props.url}
          loading="lazy"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        />
      )}
      <figcaption>
        <a href={props.url} rel="noopener noreferrer">
          {section.title ?? props.url}
        </a>
      </figcaption>
    </figure>
  ),
});

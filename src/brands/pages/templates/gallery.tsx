// Gallery: pictures that show how the brand looks.
import { z } from 'zod';
import { boxes, defineTemplate } from './contract.ts';
import { Downloads, filesOf, Grid, Picture, Prose } from './parts.tsx';

export const gallery = defineTemplate({
  name: 'gallery',
  title: 'Gallery',
  description: 'Pictures side by side: files of rules, and other assets.',
  props: z.strictObject({ captions: z.boolean().default(true) }),
  keys: { types: ['color', 'text', 'number', 'list', 'font'], files: true },
  items: { may: ['asset', 'rendition', 'title', 'body'], must: ['asset'] },
  downloads: true,
  picture: boxes(
    [8, 10, 24, 20, 0.6],
    [36, 10, 24, 20, 0.4],
    [64, 10, 24, 20, 0.6],
    [8, 34, 24, 20, 0.4],
    [36, 34, 24, 20, 0.6],
    [64, 34, 24, 20, 0.4],
  ),
  example: { template: 'gallery', title: 'How we photograph', columns: 3, keys: ['photo.portrait'] },
  Renderer: ({ section, props, rules, items, around }) => {
    const pictures = [
      ...rules.flatMap((rule) =>
        filesOf(rule, around).map((asset) => ({ asset, title: rule.label, body: rule.usage })),
      ),
      ...items.flatMap((item) => {
        const asset = item.asset ? around.asset(item.asset, item.rendition ?? 'w_960,f_auto') : null;
        return asset ? [{ asset, title: item.title ?? null, body: item.body ?? null }] : [];
      }),
    ];
    return (
      <Grid columns={section.columns}>
        {pictures.map(({ asset, title, body }, index) => (
          <figure key={index}>
            <Picture asset={asset} shown="tile" />
            {props.captions && (title || body) ? (
              <figcaption>
                {title}
                <Prose text={body} around={around} />
              </figcaption>
            ) : null}
            <Downloads asset={asset} />
          </figure>
        ))}
      </Grid>
    );
  },
});

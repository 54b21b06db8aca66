// Pages: links to subpages.
import { z } from 'zod';
import { boxes, defineTemplate } from './contract.ts';
import { Grid } from './parts.tsx';

export const pages = defineTemplate({
  name: 'pages',
  title: 'Pages',
  description: 'Cards that link to the subpages of this page or another; always up to date.',
  props: z.strictObject({
    under: z
      .string()
      .max(100)
      .optional()
      .describe('The slug of a page. Default: the current page. Empty: the top level'),
  }),
  keys: null,
  items: null,
  standsAlone: true,
  picture: boxes(
    [8, 12, 38, 18, 0.25],
    [50, 12, 38, 18, 0.25],
    [8, 34, 38, 18, 0.25],
    [50, 34, 38, 18, 0.25],
    [13, 18, 20, 4],
    [55, 18, 24, 4],
    [13, 40, 24, 4],
    [55, 40, 18, 4],
  ),
  example: { template: 'pages', title: 'In this chapter' },
  Renderer: ({ section, props, around }) => {
    const parent = props.under === '' ? null : (props.under ?? around.page);
    return (
      <Grid columns={section.columns}>
        {around.pages
          .filter((page) => page.parent === parent && page.slug !== around.page)
          .map((page) => (
            <article key={page.slug} className="mqb-card">
              <h3>
                <a href={page.url}>{page.title}</a>
              </h3>
              {page.lede ? <p>{page.lede}</p> : null}
            </article>
          ))}
      </Grid>
    );
  },
});

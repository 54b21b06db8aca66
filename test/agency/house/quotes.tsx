// A page template: the props of a section, an example, and how it's rendered. Plain React without state.
import { defineTemplate, Prose, z } from 'marque/extend';

export const quotes = defineTemplate({
  name: 'agency-quotes',
  title: 'Quotes',
  description: 'Quotes about the brand. Each item has the quote (body) and its author (title).',
  props: z.strictObject({ size: z.enum(['large', 'small']).default('large') }),
  keys: null,
  items: { may: ['title', 'body'], must: ['title', 'body'] },
  example: {
    template: 'agency-quotes',
    title: 'What they say',
    props: { size: 'small' },
    items: [{ title: 'A client', body: 'They listened first.' }],
  },
  Renderer: ({ items, props, around }) => (
    <div className="agency-quotes" data-size={props.size}>
      {items.map((item, index) => (
        <figure key={index}>
          <blockquote>
            <Prose text={item.body} around={around} />
          </blockquote>
          <figcaption>{item.title}</figcaption>
        </figure>
      ))}
    </div>
  ),
});

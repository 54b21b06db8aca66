// Links: related pages and sites.
import { boxes, defineTemplate, noProps } from './contract.ts';
import { addressOf, Prose } from './parts.tsx';

export const links = defineTemplate({
  name: 'links',
  title: 'Links',
  description: 'A list of links with a sentence each, to pages of the brand (by slug) or other sites.',
  props: noProps,
  keys: null,
  items: { may: ['title', 'body', 'href'], must: ['title', 'href'] },
  picture: boxes(
    [8, 10, 80, 12, 0.25],
    [8, 26, 80, 12, 0.25],
    [8, 42, 80, 12, 0.25],
    [14, 14, 30, 4],
    [14, 30, 38, 4],
    [14, 46, 26, 4],
  ),
  example: {
    template: 'links',
    title: 'More',
    items: [
      { title: 'Colors', href: 'color', body: 'Every color and how to pair it.' },
      { title: 'Our site', href: 'https://example.com' },
    ],
  },
  Renderer: ({ items, around }) => (
    <ul className="mqb-links">
      {items.flatMap((item, index) => {
        const address = item.href ? addressOf(item.href, around) : null;
        return address === null
          ? []
          : [
              <li key={index}>
                <a href={address}>{item.title}</a>
                <Prose text={item.body} around={around} />
              </li>,
            ];
      })}
    </ul>
  ),
});

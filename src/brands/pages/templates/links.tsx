// Links: related pages and sites.
import { defineTemplate, noProps } from './contract.ts';
import { addressOf, Prose } from './parts.tsx';

export const links = defineTemplate({
  name: 'links',
  title: 'Links',
  description: 'A list of links with a sentence each, to pages of the brand (by slug) or other sites.',
  props: noProps,
  keys: null,
  items: { may: ['title', 'body', 'href'], must: ['title', 'href'] },
  example: {
    template: 'links',
    title: 'More',
    items: [
      { title: 'Colours', href: 'colour', body: 'Every colour and how to pair it.' },
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

// Cover: the opening of a page or a brand.
import { z } from 'zod';
import { Id } from '../../../assets/schemas.ts';
import { boxes, defineTemplate } from './contract.ts';
import { Picture, Prose } from './parts.tsx';

export const cover = defineTemplate({
  name: 'cover',
  title: 'Cover',
  description:
    'A large opening with a title, a sentence and a picture. Use it once, at the top of the first page.',
  props: z.strictObject({
    image: Id.optional().describe('An asset of the workspace'),
    align: z.enum(['start', 'center']).default('start'),
  }),
  keys: null,
  items: null,
  ownHeading: true,
  standsAlone: true,
  picture: boxes([0, 0, 96, 64, 0.2], [10, 26, 52, 8], [10, 40, 36, 4, 0.6]),
  example: {
    template: 'cover',
    eyebrow: 'Brand guidelines',
    title: 'Acme',
    lede: 'Everything that makes Acme look like Acme.',
  },
  Renderer: ({ section, props, around }) => {
    const image = props.image ? around.asset(props.image, 'w_1920,f_auto') : null;
    return (
      <div className="mqb-cover" data-align={props.align}>
        {section.eyebrow ? <p className="mqb-eyebrow">{section.eyebrow}</p> : null}
        <h2>{section.title ?? around.brand.name}</h2>
        {section.lede ? <p className="mqb-lede">{section.lede}</p> : null}
        <Prose text={section.body} around={around} />
        {image ? (
          <Picture asset={{ ...image, eager: true }} className="mqb-cover-image" shown="page" />
        ) : null}
      </div>
    );
  },
});

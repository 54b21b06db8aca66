// Collection: the current files of a library collection.
import { z } from 'zod';
import { Id } from '../../../assets/schemas.ts';
import { boxes, defineTemplate } from './contract.ts';
import { Downloads, Grid, Picture } from './parts.tsx';

export const collection = defineTemplate({
  name: 'collection',
  title: 'Collection',
  description: 'The current files of a collection, to view and download.',
  props: z.strictObject({
    collection: Id.describe('A collection of the workspace'),
    limit: z.int().min(1).max(100).default(24),
  }),
  keys: null,
  items: null,
  standsAlone: true,
  downloads: true,
  picture: boxes(
    [8, 10, 24, 32, 0.4],
    [36, 10, 24, 32, 0.4],
    [64, 10, 24, 32, 0.4],
    [8, 46, 24, 7],
    [36, 46, 24, 7],
    [64, 46, 24, 7],
  ),
  example: {
    template: 'collection',
    title: 'Press pictures',
    props: { collection: '00000000-0000-0000-0000-000000000000', limit: 12 },
  },
  Renderer: ({ section, props, around }) => (
    <Grid columns={section.columns}>
      {around
        .collection(props.collection)
        .slice(0, props.limit)
        .map((asset) => (
          <figure key={asset.id}>
            <Picture asset={asset} shown="tile" />
            <figcaption>{asset.title ?? asset.filename}</figcaption>
            <Downloads asset={asset} />
          </figure>
        ))}
    </Grid>
  ),
});

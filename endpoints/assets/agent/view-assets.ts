// How an agent looks at assets: one rendition of each, as an image.
import { z } from 'zod';
import { errorIn, type ToolShape } from '../../../src/core/tool.ts';
import { Id } from '../../../src/assets/schemas.ts';

/** A longest side in pixels that shows what's in a picture at 350 tokens. */
const usualSize = 512;

const Input = z.strictObject({
  assets: z.array(Id).min(1).max(8).describe('IDs'),
  size: z
    .int()
    .min(64)
    .max(1024)
    .default(usualSize)
    .describe('Longest side in pixels. A picture costs width × height / 750 tokens'),
});
type Input = z.output<typeof Input>;

/** The transform of a picture that fits into a square. */
export const pictureOf = (size = usualSize): string => `w_${size},h_${size},fit_inside,f_webp`;

export const viewAssets: ToolShape = {
  input: Input,
  each: true,
  requests: (given) =>
    (given as Input).assets.map((id) => ({ path: { id, transform: pictureOf((given as Input).size) } })),
  result: (given, answers) => {
    const pictures = answers.flatMap(({ picture }) => picture ?? []);
    let image = 0;
    const results = (given as Input).assets.map((asset, at) => {
      const answer = answers[at];
      if (answer?.picture) return { asset, image: (image += 1) };
      return { asset, error: answer && errorIn(answer) };
    });
    return { value: { results }, pictures };
  },
};

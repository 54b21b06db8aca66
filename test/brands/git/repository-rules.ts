// The rules of the brand of the running test, and the color that its tests change.
import { slug, write } from './repository-each.ts';

/** A color as a rule. */
export const ink = (value: string) => ({ key: 'color.ink', type: 'color', value });
/** The same as a file. */
export const color = (value: string) => `# Ours\ncolor.ink:\n  type: color\n  value: "${value}"\n`;

export const set = (...rules: object[]) => write.done('PATCH', `/brand/rules?brand=${slug}`, { set: rules });

export const valueOf = async (key: string): Promise<unknown> =>
  (await write.done('GET', `/brand/rules?brand=${slug}`)).body.data.find(
    (rule: { key: string }) => rule.key === key,
  )?.value;

// How the parts of an Office Open XML file refer to each other (ECMA-376 part 2, "relationships").
import path from 'node:path/posix';

/**
 * What a part refers to: the name of the other part by the id of the relation.
 *
 * @param {import('./xml.mjs').XmlParts} parts
 * @param {string} part such as `ppt/slides/slide1.xml`
 * @returns {Promise<Map<string, string>>}
 */
export async function relationsOf(parts, part) {
  const { dir, base } = path.parse(part);
  /** @type {Map<string, string>} */
  const targets = new Map();
  await parts.read(`${dir}/_rels/${base}.rels`, {
    open: (name, { Id, Target, TargetMode }) => {
      if (name !== 'Relationship' || !Id || !Target || TargetMode === 'External') return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : path.join(dir, Target));
    },
  });
  return targets;
}

/** The value of the attribute that names a relation, `r:id`. @param {Record<string, string>} attributes */
export const relationIn = (attributes) =>
  Object.entries(attributes).find(([name]) => /^[^:]+:id$/.test(name))?.[1];

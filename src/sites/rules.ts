// Rules for sites wherever they are written or served: slugs, mount paths and addresses.
import { isLoopbackName, type Env } from '../env.ts';

/** `/`, or up to four segments of lower-case letters, digits and dashes. */
export const mountPattern = /^(?:\/|(?:\/[a-z0-9-]{1,63}){1,4})$/;

/** A host without its port. */
export const hostNameOf = (host: string): string =>
  (host.split(':')[0] ?? '').toLowerCase().replace(/\.$/, '');

/** The slug of the site that a Host header names; null for any other host. Ports are up to the proxy. */
export function slugOfHost(env: Pick<Env, 'sitesHost'>, host: string): string | null {
  const name = hostNameOf(host);
  const parent = `.${hostNameOf(env.sitesHost)}`;
  return name.endsWith(parent) ? name.slice(0, -parent.length) : null;
}

/** The origin of a site: plain http for local names, otherwise the server's own protocol. */
export function originOfSite(env: Pick<Env, 'sitesHost' | 'serverUrl'>, slug: string): string {
  const name = hostNameOf(env.sitesHost);
  const local = isLoopbackName(name) || name.endsWith('.localhost');
  return `${local ? 'http:' : new URL(env.serverUrl).protocol}//${slug}.${env.sitesHost}`;
}

const maxLabel = 63;

/** What the first label of a site's host says: the site, or a preview of one of its deployments. */
export interface HostPlace {
  label: string;
  slug: string;
  /** The first twelve hex digits of the deployment's id; null for the site itself. */
  preview: string | null;
}

/** Slugs have no double dash, so no site has the label of a preview. */
export function placeOfLabel(label: string): HostPlace {
  const [, preview = null, slug = label] = /^([0-9a-f]{12})--(.+)$/.exec(label) ?? [];
  return { label, slug, preview };
}

/** The label of a deployment's preview; null if the slug, from before there were previews, is too long for one. */
export function previewLabel(slug: string, deployment: string): string | null {
  const label = `${deployment.replaceAll('-', '').slice(0, 12)}--${slug}`;
  return label.length > maxLabel ? null : label;
}

/** The lowest and the highest id that start with these twelve digits. */
export function idsOfPreview(digits: string): [lowest: string, highest: string] {
  const start = `${digits.slice(0, 8)}-${digits.slice(8)}`;
  return [`${start}-0000-0000-000000000000`, `${start}-ffff-ffff-ffffffffffff`];
}

// Marque as an app of its own: what it sets for the whole app, and a plugin in someone else's must leave alone.
import { defaultLoggerOptions, type Config, type Plugin, type SanitizedConfig } from 'payload';
import { answerBadRequests, mostDepth } from '../../src/core/access/payload/payload-rest.ts';
import { isHttps, ownOrigins, readEnv } from '../../src/env.ts';
import { contextFields, plainError } from '../../src/log.ts';
import { ownDashboard } from './panel.ts';

/** The logo of src/panel/shell/Brand.tsx as a favicon. Inline, so that it needs no route. */
const icon = {
  rel: 'icon',
  type: 'image/svg+xml',
  url: `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="2" y="2" width="20" height="20" rx="5" fill="#4f46e5"/><path d="m7 17V8.5l5 5.6 5-5.6V17" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
  )}`,
};

function ownAdmin(admin: Config['admin']): Config['admin'] {
  return {
    ...admin,
    // Payload's default sends a hash of the person's email address to Gravatar.
    avatar: 'default',
    meta: { titleSuffix: ' · Marque', icons: [icon], ...admin?.meta },
    components: {
      ...admin?.components,
      // Marque's menu is the panel's, and not a group in it.
      Nav: 'marque/rsc#Nav',
      providers: ['marque/client-components#NavState', ...(admin?.components?.providers ?? [])],
      graphics: { Logo: 'marque/client-components#Logo', Icon: 'marque/client-components#Icon' },
      views: {
        dashboard: ownDashboard,
        ...admin?.components?.views,
      },
    },
  };
}

/** True for Marque's own app: its database connections, too, are for Marque alone. */
export const isOwnApp = ({ custom }: Pick<SanitizedConfig, 'custom'>): boolean =>
  custom?.marqueOwnApp === true;

/** Makes the app Marque's own: its name, icon and dashboard, its cookies, and limits for everything that Payload serves. */
export const ownApp: Plugin = (incoming) => {
  const { serverUrl } = readEnv();
  return {
    ...incoming,
    custom: { ...incoming.custom, marqueOwnApp: true },
    admin: ownAdmin(incoming.admin),
    cookiePrefix: isHttps(serverUrl) ? '__Host-mq' : 'mq',
    csrf: ownOrigins(serverUrl),
    hooks: { ...incoming.hooks, afterError: [...(incoming.hooks?.afterError ?? []), answerBadRequests] },
    defaultDepth: 0,
    maxDepth: mostDepth,
    graphQL: { disable: true },
    telemetry: false,
    // As Payload's own, without the values of a query that failed.
    logger: {
      options: { serializers: { err: plainError }, mixin: contextFields },
      destination: defaultLoggerOptions,
    },
    // Payload's own forms accept no files: bytes go through our uploads, streamed and hashed.
    upload: { limits: { files: 0 }, abortOnLimit: true, requestSizeLimit: 4 * 1024 * 1024 },
  };
};

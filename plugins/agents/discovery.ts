// How programs find this server's MCP before they connect: an AI catalog of the host (https://ai-catalog.io), which leads to the server
// card (SEP-2127). Both are public and say nothing of who uses the server, or of what is in it.
import { Answer, type ProtocolRoute, type RequestFacts } from '../../src/core/operation.ts';
import type { Service } from '../../src/core/service.ts';
import { originFor } from './host.ts';
import { resourcePath } from './oauth/metadata.ts';
import { versions as olderVersions } from './protocol/v2025.ts';
import { versions as newerVersions } from './protocol/v2026.ts';

/** Where catalogs and crawlers look for it; the draft reserves the address below MCP's own, so it's there too. */
const cardPath = '/.well-known/mcp/server-card.json';
const reservedCardPath = `${resourcePath}/server-card`;
const catalogPath = '/.well-known/ai-catalog.json';

const cardType = 'application/mcp-server-card+json';
const catalogType = 'application/ai-catalog+json';

/** In at most 100 characters, as the schema demands. The same as in server.json. */
const description =
  'Digital assets and brand guidelines: find, check and propose; people review what agents suggest.';

/** The host's name in reverse: `com.example.dam/marque` at https://dam.example.com. An address of numbers has no reverse. */
function nameAt(origin: string): string {
  const { hostname } = new URL(origin);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'localhost/marque';
  return `${hostname.split('.').reverse().join('.')}/marque`;
}

function serverCard(service: Service, request: RequestFacts): unknown {
  const origin = originFor(service, request);
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: nameAt(origin),
    title: 'Marque',
    description,
    version: service.version,
    remotes: [
      {
        type: 'streamable-http',
        url: `${origin}${resourcePath}`,
        supportedProtocolVersions: [...newerVersions, ...olderVersions],
        headers: [
          {
            name: 'Authorization',
            description: 'Bearer followed by an API key. Without it, the client signs in with OAuth 2.1.',
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

function catalog(service: Service, request: RequestFacts): unknown {
  const origin = originFor(service, request);
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${new URL(origin).hostname}:marque`,
        displayName: 'Marque',
        type: cardType,
        url: `${origin}${cardPath}`,
      },
    ],
  };
}

/** Kept for an hour. */
const headers = (type: string): Record<string, string> => ({
  'content-type': type,
  'cache-control': 'public, max-age=3600',
});

export const discoveryRoutes: readonly ProtocolRoute[] = [
  [catalogPath, catalogType, catalog] as const,
  [cardPath, cardType, serverCard] as const,
  [reservedCardPath, cardType, serverCard] as const,
].map(([path, type, build]) => ({
  route: `GET ${path}`,
  openToPages: true,
  answer: async (service, request) => {
    // As bytes: JSON would be sent with its own type.
    const bytes = Buffer.from(JSON.stringify(build(service, request)));
    return new Answer(200, { kind: 'bytes', bytes }, headers(type));
  },
}));

// OAuth discovery: protected resource metadata (RFC 9728) and authorization server metadata (RFC 8414).
import type { ProtocolRoute, RequestFacts } from '../../../src/core/operation.ts';
import type { Service } from '../../../src/core/service.ts';
import { originFor } from '../host.ts';
import { document } from './answers.ts';
import { grantable } from './rules.ts';

export const resourcePath = '/api/v1/mcp';

function protectedResource(service: Service, request: RequestFacts): unknown {
  const origin = originFor(service, request);
  return {
    resource: `${origin}${resourcePath}`,
    authorization_servers: [origin],
    scopes_supported: grantable,
    bearer_methods_supported: ['header'],
    resource_name: 'Marque',
  };
}

function authorizationServer(service: Service, request: RequestFacts): unknown {
  const issuer = originFor(service, request);
  const at = (name: string): string => `${issuer}/api/v1/oauth/${name}`;
  return {
    issuer,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    registration_endpoint: at('register'),
    revocation_endpoint: at('revoke'),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: grantable,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

export const metadataRoutes: readonly ProtocolRoute[] = [
  ['/.well-known/oauth-protected-resource/api/v1/mcp', protectedResource] as const,
  ['/.well-known/oauth-protected-resource', protectedResource] as const,
  ['/.well-known/oauth-authorization-server', authorizationServer] as const,
].map(([path, build]) => ({
  route: `GET ${path}`,
  openToPages: true,
  answer: (service, request) => Promise.resolve(document(build(service, request))),
}));

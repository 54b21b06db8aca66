// An error of the protocol, in every version of it: the SDKs answer what they catch by its code, message and data.

/** JSON-RPC's own codes, and MCP's for a resource that doesn't exist (which 2026-07-28 calls invalid parameters). */
export const rpcCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  /** The request needs a capability that the client didn't declare (2026-07-28). */
  missingCapability: -32021,
} as const;

export class RpcError extends Error {
  constructor(
    readonly code: (typeof rpcCode)[keyof typeof rpcCode],
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

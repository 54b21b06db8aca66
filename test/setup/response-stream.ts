// Responses that don't end by themselves: server-sent events.

export const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type') === 'text/event-stream';

/** What such a response begins with; the rest isn't read. */
export async function beginningOf({ body }: Response): Promise<Buffer> {
  const reader = body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []);
}

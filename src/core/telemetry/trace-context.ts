// W3C Trace Context (https://www.w3.org/TR/trace-context/): the header `traceparent`, by which a caller says which trace a request is part of.

/** Version, trace, parent and flags; later versions may add more after another dash (3.2.4). */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** The ID of the trace; undefined for an invalid header, which is to be ignored (3.2.2.3). */
export function traceIdOf(traceparent: string): string | undefined {
  const [, version, traceId, parentId, more] = pattern.exec(traceparent) ?? [];
  if (version === undefined || traceId === undefined || parentId === undefined || version === 'ff')
    return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return /^0+$/.test(traceId) || /^0+$/.test(parentId) ? undefined : traceId;
}

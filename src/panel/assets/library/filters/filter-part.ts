// A filter that the library offers, with its values and what is chosen of them.

export interface FilterOption {
  value: string;
  /** How many of the results have it. */
  count?: number;
}

export interface FilterPart {
  /** Its name in the address. */
  name: string;
  label: string;
  chosen: readonly string[];
  /** Empty: it's only shown where it's chosen. */
  options: readonly FilterOption[];
  nameOf: (value: string) => string;
  /** One value at most. */
  single?: true;
  /** Reads the options as they are without this filter. Undefined where each value narrows the results further, as tags do. */
  load?: (signal: AbortSignal) => Promise<readonly FilterOption[]>;
}

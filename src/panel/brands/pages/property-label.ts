/** The label of a property or an option, from its name: "Show captions" for `showCaptions`. */
export const labelOfProperty = (name: string): string =>
  name.charAt(0).toUpperCase() +
  name
    .slice(1)
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();

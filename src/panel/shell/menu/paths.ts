// What the config and the menu both name.

/** Marque's part of Payload's own navigation, as a path of its import map. */
export const menuLinks = 'marque/rsc#MenuLinks';

'use client';
// The open tab of an asset's page, in the address: it survives reloading and a pasted link, and goes along to the next asset.
import { useDocumentDrawerContext } from '@payloadcms/ui';
import { useState } from 'react';
import { useAddress } from '../../../client/useAddress.ts';

/** @param names of the tabs, the first one of which is open unless the address says otherwise */
export function useTab<Name extends string>(
  parameter: string,
  names: readonly [Name, ...Name[]],
): [open: Name, choose: (name: Name) => void] {
  const { drawerSlug } = useDocumentDrawerContext();
  const [parameters, goTo] = useAddress();
  // In a drawer, the address is another page's.
  const isOwn = !drawerSlug;
  const [first] = names;
  const named = isOwn ? parameters.get(parameter) : null;
  const [open, setOpen] = useState(() => names.find((name) => name === named) ?? first);
  return [
    open,
    (name) => {
      setOpen(name);
      if (isOwn) goTo({ [parameter]: name === first ? null : name }, 'replace');
    },
  ];
}

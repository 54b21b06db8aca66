// A page of another module, in the panel's frame. Its component is found in Payload's import map.
import type { AdminViewServerProps } from 'payload';
import type { ComponentType } from 'react';
import { pageOf } from './page.tsx';

interface Props extends AdminViewServerProps {
  /** The path of the component in the import map. */
  component: string;
  path: `/${string}`;
}

export function ModulePage({ component, path, ...props }: Props) {
  const components = props.initPageResult.req.payload.importMap as Readonly<
    Record<string, ComponentType | undefined>
  >;
  const Page = components[component];
  if (!Page)
    throw new Error(`The import map has no ${component}. Run payload generate:importmap and build again.`);
  return pageOf(Page, path)(props);
}

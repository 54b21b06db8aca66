// The search in the header, with what the modules contribute to it. On the server, where the import map is.
import { getTranslation } from '@payloadcms/translations';
import { RenderServerComponent } from '@payloadcms/ui/elements/RenderServerComponent';
import type { ServerProps } from 'payload';
import type { ReactNode } from 'react';
import type { PanelCommand, PanelParts } from '../../../core/module.ts';
import { MenuViews } from '../menu/entries.tsx';
import { Finder } from './Finder.tsx';
import { ViewCommand } from './ViewCommand.tsx';

type Parts = Required<Pick<PanelParts, 'commands' | 'searches'>>;

const isView = (command: PanelCommand | string): boolean =>
  typeof command !== 'string' && Boolean(command.isView);

export function SearchAction({ payload, permissions, i18n }: ServerProps) {
  const { commands, searches } = payload.config.custom.marqueSearch as Parts;
  const { importMap } = payload;
  const draw = (command: PanelCommand | string): ReactNode =>
    typeof command === 'string' ? (
      RenderServerComponent({ Component: command, importMap, key: command })
    ) : (
      <ViewCommand
        key={`${getTranslation(command.label, i18n)} ${command.path}`}
        label={getTranslation(command.label, i18n)}
        path={command.path}
        scope={command.scope ?? null}
      />
    );
  return (
    <Finder
      views={
        <>
          <MenuViews payload={payload} i18n={i18n} permissions={permissions} />
          {commands.filter(isView).map(draw)}
        </>
      }
      commands={commands.filter((command) => !isView(command)).map(draw)}
      searches={searches.map(draw)}
    />
  );
}

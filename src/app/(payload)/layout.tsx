// Payload's panel layout.
import config from '@payload-config';
import '@payloadcms/next/css';
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts';
import { notFound } from 'next/navigation';
import type { ServerFunctionClient } from 'payload';
import type { ReactNode } from 'react';
import '../../panel/shell/own-colors.css';
import '../../panel/shell/payload.css';
import { isServerFunction } from '../../panel/shell/server-functions.ts';
import { importMap } from './admin/importMap.js';

const serverFunction: ServerFunctionClient = async (args) => {
  'use server';
  // Anyone can send any name, signed in or not.
  if (!isServerFunction(args.name)) notFound();
  return handleServerFunctions({ ...args, config, importMap });
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>
      {children}
    </RootLayout>
  );
}

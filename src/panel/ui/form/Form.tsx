'use client';
// A form that the panel sends itself, instead of the browser.
import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown };

export function Form({ onSubmit, ...form }: Props) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        // React also passes on what forms rendered inside this one submit, such as a picker's.
        if (event.target === event.currentTarget) onSubmit();
      }}
    />
  );
}

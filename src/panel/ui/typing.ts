// Keyboard shortcuts are off where the focused element uses the keys itself.

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'textarea, select, dialog, [role="dialog"], [contenteditable="true"], input:not([type="checkbox"])',
    ) !== null
  );
}

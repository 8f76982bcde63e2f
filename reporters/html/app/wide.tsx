import type { ComponentChildren } from 'preact';

/** A container for content wider than the page; it scrolls on its own, by touch and by keyboard. */
export function Wide({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section class="wide" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

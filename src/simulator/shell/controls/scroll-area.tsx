import type { ComponentChildren } from 'preact'

export interface ScrollAreaProps {
  readonly label: string
  readonly className: string
  readonly children: ComponentChildren
}

/** Scrollable areas must be reachable by keyboard: arrow keys scroll the focused element. */
export const ScrollArea = ({ label, className, children }: ScrollAreaProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above; WCAG 2.1.1.
  <section class={className} aria-label={label} tabIndex={0}>
    {children}
  </section>
)

import type { ComponentChildren } from 'preact'

export interface ScrollAreaProps {
  readonly label: string
  readonly className: string
  readonly children: ComponentChildren
}

/** What scrolls must be reachable by keyboard: arrow keys scroll what has the focus. */
export const ScrollArea = ({ label, className, children }: ScrollAreaProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above; WCAG 2.1.1.
  <section class={className} aria-label={label} tabIndex={0}>
    {children}
  </section>
)

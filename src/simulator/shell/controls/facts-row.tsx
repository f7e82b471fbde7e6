import type { ComponentChildren } from 'preact'

/** A fact in a list of class `facts-row`. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

import type { ComponentChildren } from 'preact'
import { WithSections } from '../docs/with-sections.js'

export interface StepProps {
  /** The button. */
  readonly children: ComponentChildren
  readonly effect: string
}

/** A button, and what it does. */
export const Step = ({ children, effect }: StepProps) => (
  <div class="step line wrap">
    {children}
    <span class="muted">
      <WithSections text={effect} />
    </span>
  </div>
)

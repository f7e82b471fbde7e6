export interface AlertProps {
  /** Why something failed; null shows nothing. */
  readonly text: string | null
  readonly className?: string
}

/** A failure, which assistive technology reads out as soon as it is shown. */
export const Alert = ({ text, className = '' }: AlertProps) =>
  text === null ? null : (
    <p class={`failure ${className}`} role="alert">
      {text}
    </p>
  )

import type { ComponentChildren, ComponentProps } from 'preact'
import { WithSections } from '../docs/with-sections.js'

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => void
}

/** A form that the page handles itself. */
export const Form = ({ onSubmit, ...attributes }: FormProps) => (
  <form
    {...attributes}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  />
)

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

export interface SettingRowProps {
  readonly label: string
  /** What it does, or what is wrong with it. */
  readonly hint?: ComponentChildren
  /** The id of the control, where the label names it. */
  readonly for?: string
  readonly children: ComponentChildren
}

/** A setting: its name with a hint, and its control beside it. The hint is not a part of the control's name. */
export const SettingRow = ({ label, hint, for: id, children }: SettingRowProps) => (
  <div class="switch-row line wrap">
    <div class="switch-name">
      {id === undefined ? <span>{label}</span> : <label for={id}>{label}</label>}
      {hint}
    </div>
    {children}
  </div>
)

/** For `onChange` of a control: puts what was chosen into a signal. */
export const into =
  <Value,>(signal: { value: Value }) =>
  (value: Value): void => {
    signal.value = value
  }

/** For `onClick` and effects: puts a value into a signal. */
export const put =
  <Value,>(signal: { value: Value }, value: Value) =>
  (): void => {
    signal.value = value
  }

/** For `onInput` of a field: puts its text into a signal. */
export const typedInto =
  <Text extends string | null>(signal: { value: Text | string }) =>
  ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
    signal.value = currentTarget.value
  }

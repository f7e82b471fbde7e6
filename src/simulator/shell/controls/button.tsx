import type { ComponentProps } from 'preact'
import { Icon, type IconName } from './icon.js'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'class'> {
  /** Whether it removes something. */
  readonly danger?: boolean
}

/** A button of the developer's panels. */
export const Button = ({ danger = false, ...attributes }: ButtonProps) => (
  <button type="button" class={danger ? 'button button-danger' : 'button'} {...attributes} />
)

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName
  /** Its name, which is also shown on hover unless there is a `title`. */
  readonly label: string
}

/** A small button that shows only an icon. */
export const IconButton = ({ icon, label, ...attributes }: IconButtonProps) => (
  <button type="button" class="icon-button" aria-label={label} title={label} {...attributes}>
    <Icon name={icon} />
  </button>
)

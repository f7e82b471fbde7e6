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
  /** The word of its name that is shown after the icon where a panel is wide. */
  readonly word?: string | undefined
}

/** A small button that shows an icon. */
export const IconButton = ({ icon, label, word, ...attributes }: IconButtonProps) => (
  <button type="button" class="icon-button" aria-label={label} title={label} {...attributes}>
    <Icon name={icon} />
    {word !== undefined && <span class="icon-word">{word}</span>}
  </button>
)

export interface HostButtonProps extends Omit<ComponentProps<'button'>, 'class'> {
  /** Whether it is beside what the screen is for. */
  readonly quiet?: boolean
}

/** A wide button of the host, over or in place of the app. */
export const HostButton = ({ quiet = false, ...attributes }: HostButtonProps) => (
  <button type="button" class={quiet ? 'host-quiet' : 'host-action'} {...attributes} />
)

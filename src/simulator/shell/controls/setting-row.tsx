import type { ComponentChildren } from 'preact'

export interface SettingRowProps {
  readonly label: string
  /** What it does, or what is wrong with it. */
  readonly hint?: ComponentChildren
  /** The id of the control, where the label names it. */
  readonly for?: string
  readonly children: ComponentChildren
}

/** A setting: its name with a hint, and its control beside it. */
export const SettingRow = ({ label, hint, for: id, children }: SettingRowProps) => {
  const words = (
    <>
      <span>{label}</span>
      {hint}
    </>
  )
  return (
    <div class="switch-row line wrap">
      {id === undefined ? (
        <div class="switch-name">{words}</div>
      ) : (
        <label class="switch-name" for={id}>
          {words}
        </label>
      )}
      {children}
    </div>
  )
}

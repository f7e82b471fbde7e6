import type { ComponentChildren } from 'preact'

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

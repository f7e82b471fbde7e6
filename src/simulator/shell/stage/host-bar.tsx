import type { AppInfo } from '../../messages.js'
import { IconButton } from '../controls/button.js'
import { AppIcon } from './app-icon.js'

export interface HostBarProps {
  readonly app: AppInfo | null
  readonly disabled: boolean
  /** A sheet of the host is open, so another one cannot open. */
  readonly covered: boolean
  readonly onClose: () => void
  readonly onReport: () => void
  readonly onMenu: () => void
}

/** The host's own bar above the app (1.3), which the app cannot draw, change or cover. */
export const HostBar = ({ app, disabled, covered, onClose, onReport, onMenu }: HostBarProps) => (
  <div class="host-bar line">
    <IconButton class="host-button" icon="close" label="Close app" disabled={disabled} onClick={onClose} />
    <div class="host-title line">
      {app !== null && (
        <>
          <AppIcon app={app} size="small" />
          <span class="host-name cut">{app.name}</span>
        </>
      )}
    </div>
    <IconButton
      class="host-button"
      icon="flag"
      label="Report"
      disabled={disabled || covered}
      onClick={onReport}
    />
    <IconButton
      class="host-button"
      icon="dots"
      label="Menu"
      aria-haspopup="dialog"
      disabled={disabled || covered}
      onClick={onMenu}
    />
  </div>
)

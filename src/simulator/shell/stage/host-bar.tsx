import type { AppInfo } from '../../messages.js'
import { Icon } from '../controls/icon.js'
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
    <button
      type="button"
      class="host-button"
      aria-label="Close app"
      title="Close app"
      disabled={disabled}
      onClick={onClose}
    >
      <Icon name="close" />
    </button>
    <div class="host-title line">
      {app !== null && (
        <>
          <AppIcon app={app} size="small" />
          <span class="host-name cut">{app.name}</span>
        </>
      )}
    </div>
    <button
      type="button"
      class="host-button"
      aria-label="Report"
      title="Report"
      disabled={disabled || covered}
      onClick={onReport}
    >
      <Icon name="flag" />
    </button>
    <button
      type="button"
      class="host-button"
      aria-label="Menu"
      title="Menu"
      aria-haspopup="dialog"
      disabled={disabled || covered}
      onClick={onMenu}
    >
      <Icon name="dots" />
    </button>
  </div>
)

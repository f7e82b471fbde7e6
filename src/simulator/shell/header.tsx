import type { ComponentChildren } from 'preact'
import type { Switches } from '../../host/control/switches.js'
import type { ConnectionState } from './bridge/connection.js'
import { Button } from './controls/button.js'
import { into, put } from './controls/form.js'
import { Icon } from './controls/icon.js'
import { Segmented } from './controls/segmented.js'
import type { ShellParts } from './parts.js'

const CONNECTION_WORDS = {
  connecting: 'Connecting',
  open: 'Connected',
  lost: 'Not connected',
  refused: 'Refused',
} as const satisfies Record<ConnectionState, string>

const APP_STATUS_WORDS = {
  blocked: 'App blocked',
  deleted: 'App deleted',
} as const satisfies Record<Exclude<Switches['app'], 'live'>, string>

export interface HeaderProps extends Pick<ShellParts, 'observer' | 'settings' | 'dialog'> {
  /** The status of the app in the chosen seat. */
  readonly appStatus: Switches['app']
  /** The labels next to the app's name. */
  readonly children?: ComponentChildren
}

/** The header: the app, the connection, phones, the commands, and the theme of the page. */
export const Header = ({ observer, settings, appStatus, dialog, children }: HeaderProps) => {
  const app = observer.app.value
  const connection = observer.connection.value
  return (
    <header class="header line wrap">
      <img class="logo" src="/shell/icon.svg" alt="" width="24" height="24" />
      <h1>
        {app?.name ?? 'miniapp'}
        {app !== null && <span class="version">{app.version}</span>}
      </h1>
      <span class={`connection connection-${connection}`}>{CONNECTION_WORDS[connection]}</span>
      {connection === 'open' && appStatus !== 'live' && (
        <span class="app-status">{APP_STATUS_WORDS[appStatus]}</span>
      )}
      {children}
      <span class="spring" />
      <Button
        aria-haspopup="dialog"
        aria-keyshortcuts="M"
        title="Open the app on a phone (M)"
        onClick={put(dialog, 'phone')}
      >
        <Icon name="phone" />
        <span class="header-label">Play on a phone</span>
      </Button>
      <Button
        aria-haspopup="dialog"
        title="Search all commands (Ctrl K; ? lists the shortcuts)"
        onClick={put(dialog, 'palette')}
      >
        <Icon name="command" />
        <span class="header-label">Commands</span>
      </Button>
      <Segmented
        label="Page appearance"
        value={settings.theme.value}
        choices={[
          { value: 'system', label: 'System', icon: 'monitor' },
          { value: 'light', label: 'Light', icon: 'sun' },
          { value: 'dark', label: 'Dark', icon: 'moon' },
        ]}
        onChange={into(settings.theme)}
      />
    </header>
  )
}

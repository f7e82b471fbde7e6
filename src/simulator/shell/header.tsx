import type { ComponentChildren } from 'preact'
import type { ConnectionState } from './connection.js'
import { Segmented } from './controls/segmented.js'
import type { Observer } from './observer.js'
import type { Settings } from './settings.js'

const CONNECTION_WORDS = {
  connecting: 'Connecting',
  open: 'Live',
  lost: 'Not connected',
  refused: 'Refused',
} as const satisfies Record<ConnectionState, string>

export interface HeaderProps {
  readonly observer: Observer
  readonly settings: Settings
  /** The labels next to the app's name. */
  readonly children?: ComponentChildren
}

/** The header: the app, the connection, and the theme of the page. */
export const Header = ({ observer, settings, children }: HeaderProps) => {
  const app = observer.app.value
  const connection = observer.connection.value
  return (
    <header class="header">
      <img class="logo" src="/shell/icon.svg" alt="" width="24" height="24" />
      <h1>
        {app?.name ?? 'miniapp'}
        {app !== null && <span class="version">{app.version}</span>}
      </h1>
      <span class={`connection connection-${connection}`}>{CONNECTION_WORDS[connection]}</span>
      {children}
      <span class="spring" />
      <Segmented
        label="Page appearance"
        value={settings.theme.value}
        choices={[
          { value: 'system', label: 'System', icon: 'monitor' },
          { value: 'light', label: 'Light', icon: 'sun' },
          { value: 'dark', label: 'Dark', icon: 'moon' },
        ]}
        onChange={(theme) => {
          settings.theme.value = theme
        }}
      />
    </header>
  )
}

import type { ConnectionState } from './connection.js'
import type { Control } from './control.js'
import { Segmented } from './controls/segmented.js'
import { Splitter } from './controls/splitter.js'
import type { Tab } from './controls/tabs.js'
import { Tabs } from './controls/tabs.js'
import type { LogStore } from './log-store.js'
import { CallsPanel } from './panels/calls-panel.js'
import { ClockPanel } from './panels/clock-panel.js'
import { PagePanel } from './panels/page-panel.js'
import { ProblemsPanel } from './panels/problems-panel.js'
import { SwitchesPanel } from './panels/switches-panel.js'
import type { Seat } from './seat.js'
import type { Settings } from './settings.js'
import { Stage } from './stage/stage.js'

export interface ShellProps {
  readonly seat: Seat
  readonly log: LogStore
  readonly settings: Settings
  readonly control: Control
}

const PANEL_MIN_WIDTH = 320
const PANEL_MAX_WIDTH = 960

/** The whole page. */
export const Shell = ({ seat, log, settings, control }: ShellProps) => (
  <div class="shell" style={{ '--panel-width': `${settings.panelWidth.value}px` }}>
    <Header seat={seat} settings={settings} />
    <ConnectionBanner seat={seat} />
    <main class="main">
      <Stage seat={seat} log={log} settings={settings} />
      <Splitter
        label="Width of the panels"
        width={settings.panelWidth}
        min={PANEL_MIN_WIDTH}
        max={PANEL_MAX_WIDTH}
      />
      <Panels seat={seat} log={log} settings={settings} control={control} />
    </main>
  </div>
)

const CONNECTION_WORDS = {
  connecting: 'Connecting',
  open: 'Live',
  lost: 'Not connected',
  refused: 'Refused',
} as const satisfies Record<ConnectionState, string>

const Header = ({ seat, settings }: Pick<ShellProps, 'seat' | 'settings'>) => {
  const app = seat.app.value
  const connection = seat.connection.value
  return (
    <header class="header">
      <img class="logo" src="/shell/icon.svg" alt="" width="24" height="24" />
      <h1>
        {app?.name ?? 'miniapp'}
        {app !== null && <span class="version">{app.version}</span>}
      </h1>
      <span class={`connection connection-${connection}`}>{CONNECTION_WORDS[connection]}</span>
      {seat.number > 1 && <span class="version">Seat {seat.number}</span>}
      <span class="spring" />
      <Segmented
        label="Look of this page"
        value={settings.theme.value}
        choices={[
          { value: 'system', label: 'As the system', icon: 'monitor' },
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

/** Says that the simulator is gone, and that the page will come back by itself. */
const ConnectionBanner = ({ seat }: { readonly seat: Seat }) => {
  const connection = seat.connection.value
  return (
    <div role="alert">
      {connection === 'lost' && (
        <div class="banner">
          <p>
            <strong>The simulator does not answer.</strong> Is <code>miniapp dev</code> still running? This
            page connects again by itself.
          </p>
          <button type="button" class="button" onClick={seat.reconnect}>
            Try now
          </button>
        </div>
      )}
      {connection === 'refused' && (
        <div class="banner">
          <p>
            <strong>The simulator refused this window.</strong> {seat.refusal.value}
          </p>
          <button type="button" class="button" onClick={() => location.reload()}>
            Load this page again
          </button>
        </div>
      )}
    </div>
  )
}

const Panels = ({ seat, log, settings, control }: ShellProps) => {
  const problems = seat.problems.value?.problems ?? []
  const errors = problems.filter(({ level }) => level === 'error').length
  const others = problems.filter(({ level }) => level === 'flag' || level === 'warning').length
  const tabs: readonly Tab[] = [
    {
      id: 'calls',
      label: 'Calls',
      badge: { count: log.failures.value, tone: 'danger', of: 'failures' },
      content: () => <CallsPanel log={log} />,
    },
    {
      id: 'problems',
      label: 'Problems',
      badge:
        errors > 0
          ? { count: errors, tone: 'danger', of: errors === 1 ? 'error' : 'errors' }
          : { count: others, tone: 'warning', of: others === 1 ? 'warning' : 'warnings' },
      content: () => <ProblemsPanel result={seat.problems.value} />,
    },
    { id: 'switches', label: 'Switches', content: () => <SwitchesPanel seat={seat} /> },
    { id: 'page', label: 'Page', content: () => <PagePanel seat={seat} /> },
    { id: 'clock', label: 'Clock', content: () => <ClockPanel control={control} log={log} /> },
  ]
  return (
    <section class="panels" aria-label="Developer panels">
      <Tabs
        label="Developer panels"
        tabs={tabs}
        selected={settings.tab.value}
        onSelect={(id) => {
          settings.tab.value = id
        }}
      />
    </section>
  )
}

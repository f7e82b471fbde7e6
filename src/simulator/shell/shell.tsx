import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { CommandKeys } from './commands/command-keys.js'
import { into, put } from './controls/form.js'
import { EditorContext } from './controls/place-link.js'
import { Splitter } from './controls/splitter.js'
import type { Tab, TabOrGroup } from './controls/tabs.js'
import { Tabs } from './controls/tabs.js'
import { DocsPanel } from './docs/docs-browser.js'
import { TopicLinksContext } from './docs/topic-link.js'
import { Header } from './header.js'
import { PagePanel } from './panels/app/page-panel.js'
import { ProblemsPanel } from './panels/app/problems-panel.js'
import { runTimeProblems } from './panels/app/run-time-problems.js'
import { CallsPanel } from './panels/calls/calls-panel.js'
import type { FaultDraft } from './panels/calls/fault-draft.js'
import { DataPanel } from './panels/data/data-panel.js'
import { MatchesPanel } from './panels/matches/matches-panel.js'
import { PANEL_GROUPS, type PanelId } from './panels/panel-groups.js'
import { ClockPanel } from './panels/simulate/clock-panel.js'
import { FaultsPanel } from './panels/simulate/faults-panel.js'
import { SwitchesPanel } from './panels/simulate/switches-panel.js'
import { TimelinePanel } from './panels/timeline/timeline-panel.js'
import type { ShellParts } from './parts.js'
import { ConnectionBanner } from './stage/connection-banner.js'
import { Stage } from './stage/stage.js'

export interface ShellProps extends ShellParts {
  /** Reconnects every lost connection of this window. */
  readonly reconnect: () => void
  /** The URL of the view in which the app fills the screen, on a device that suits it. */
  readonly playerUrl: string | null
}

/** The whole page. */
export const Shell = (props: ShellProps) => {
  const { seats, observer, settings, playerUrl } = props
  const faultDraft = useSignal<FaultDraft | null>(null)
  const draftFault = (draft: FaultDraft): void => {
    faultDraft.value = draft
    settings.tab.value = 'faults'
  }
  return (
    <div class="shell" style={{ '--panel-width': `${settings.panelWidth.value}px` }}>
      <Header
        observer={observer}
        settings={settings}
        appStatus={seats.chosen.value.switches.value.app}
        dialog={props.dialog}
      >
        {seats.open.value.length === 1 && seats.chosen.value.number > 1 && (
          <span class="version">Seat {seats.chosen.value.number}</span>
        )}
        {playerUrl !== null && (
          <a class="button" href={playerUrl}>
            Full screen
          </a>
        )}
      </Header>
      <ConnectionBanner connected={observer} onRetry={props.reconnect} />
      <main class="main">
        <Stage {...props} />
        <Splitter width={settings.panelWidth} />
        <Panels {...props} faultDraft={faultDraft} draftFault={draftFault} />
      </main>
      <CommandKeys {...props} draftFault={draftFault} />
    </div>
  )
}

interface PanelsProps extends Omit<ShellProps, 'reconnect' | 'playerUrl' | 'screenshot' | 'dialog'> {
  /** What the form for faults starts with; null once it has it. */
  readonly faultDraft: Signal<FaultDraft | null>
  readonly draftFault: (draft: FaultDraft) => void
}

const Panels = (props: PanelsProps) => {
  const { seats, observer, log, settings, control, docs } = props
  const chosenSeat = seats.chosen.value.number
  const dataSeat = useSignal(chosenSeat)
  useEffect(put(dataSeat, chosenSeat), [chosenSeat])
  const problems = observer.problems.value?.problems ?? []
  const opened = seats.open.value.flatMap(({ page: { value } }) =>
    value.kind === 'open' && value.openedAfter !== null ? [value.openedAfter] : [],
  )
  const running = opened.length === 0 ? [] : runTimeProblems(log.reports(Math.min(...opened)))
  const errors = running.length + problems.filter(({ level }) => level === 'error').length
  const others = problems.filter(({ level }) => level === 'flag' || level === 'warning').length
  const parts: Readonly<Record<PanelId, Omit<Tab, 'id' | 'label'>>> = {
    calls: {
      badge: { count: log.failures.value, tone: 'danger', of: 'failures since the app was loaded' },
      content: () => <CallsPanel {...props} lifting={props} onAnswerAgain={props.draftFault} />,
    },
    problems: {
      badge:
        errors > 0
          ? { count: errors, tone: 'danger', of: errors === 1 ? 'error' : 'errors' }
          : { count: others, tone: 'warning', of: others === 1 ? 'warning' : 'warnings' },
      content: () => <ProblemsPanel result={observer.problems.value} running={running} docs={docs} />,
    },
    storage: { content: () => <DataPanel {...props} section="storage" seat={dataSeat} /> },
    purchases: { content: () => <DataPanel {...props} section="purchases" seat={dataSeat} /> },
    records: { content: () => <DataPanel {...props} section="records" seat={dataSeat} /> },
    person: { content: () => <DataPanel {...props} section="person" seat={dataSeat} /> },
    snapshots: { content: () => <DataPanel {...props} section="snapshots" seat={dataSeat} /> },
    switches: { content: () => <SwitchesPanel {...props} /> },
    faults: { content: () => <FaultsPanel {...props} draft={props.faultDraft} /> },
    matches: {
      badge: { count: observer.matches.value.length, tone: 'quiet', of: 'live' },
      content: () => <MatchesPanel {...props} />,
    },
    timeline: {
      badge: {
        count: observer.matches.value.filter(({ sync }) => (sync?.difference ?? null) !== null).length,
        tone: 'danger',
        of: 'with different states',
      },
      content: () => <TimelinePanel {...props} />,
    },
    page: { content: () => <PagePanel {...props} /> },
    clock: { content: () => <ClockPanel {...props} /> },
    docs: { content: () => <DocsPanel docs={docs} /> },
  }
  const tabs = PANEL_GROUPS.map(
    (group): TabOrGroup =>
      'panels' in group
        ? { ...group, tabs: group.panels.map((panel) => ({ ...panel, ...parts[panel.id] })) }
        : { ...group, ...parts[group.id] },
  )
  return (
    <TopicLinksContext.Provider value={docs.links}>
      <EditorContext.Provider value={control.openInEditor}>
        <section class="panels" aria-label="Developer panels">
          <Tabs
            label="Developer panels"
            tabs={tabs}
            selected={settings.tab.value}
            onSelect={into(settings.tab)}
          />
        </section>
      </EditorContext.Provider>
    </TopicLinksContext.Provider>
  )
}

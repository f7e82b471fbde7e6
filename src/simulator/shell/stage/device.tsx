import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { ClosedBy } from '../../messages.js'
import { HostButton, IconButton } from '../controls/button.js'
import { put } from '../controls/form.js'
import { Icon } from '../controls/icon.js'
import { diagnose, placeOf } from '../seat/diagnosis.js'
import type { Seat } from '../seat/seat.js'
import type { Page } from '../seat/seat-page.js'
import type { LogStore } from '../stores/log-store.js'
import { AccessPage, AppPageLink, GatePage } from './access-page.js'
import { AppFrame } from './app-frame.js'
import { AppIcon } from './app-icon.js'
import { FailureCard } from './failure-card.js'
import { HostBar } from './host-bar.js'
import { AiStrip, HostNotice } from './host-notice.js'
import { HostSheet } from './host-sheet.js'
import { Sheet } from './sheet.js'

export interface DeviceProps {
  readonly seat: Seat
  /** The input of the diagnosis of a blank app; null if nobody can read it. */
  readonly log: LogStore | null
  /** The URL of the developer's panels, on a device that does not show them. */
  readonly panelsUrl?: string
}

/** The device: the host's bar, and below it the app, its cover, or a page in its place. */
export const Device = ({ seat, log, panelsUrl }: DeviceProps) => {
  const sheet = useSignal<'report' | 'menu' | null>(null)
  const app = seat.app.value
  const page = seat.page.value
  const hostSheet = seat.sheet.value
  const realRun = seat.realRun.value
  // Without the panels, nobody here can fix it, and who plays by a program wants to reach the app.
  const failure = log === null ? null : seat.failure.value
  const screen = useRef<HTMLDivElement>(null)
  const closeSheet = put(sheet, null)
  return (
    <>
      <HostBar
        app={app}
        disabled={page.kind !== 'open'}
        covered={hostSheet !== null}
        onClose={() => {
          closeSheet()
          seat.closeApp()
        }}
        onReport={put(sheet, 'report')}
        onMenu={put(sheet, 'menu')}
      />
      <div class="screen" ref={screen}>
        {page.kind === 'open' ? (
          <>
            {/* Only after the host admitted the user: a paid app must not run before that (5). */}
            {page.openedAfter !== null && (
              <AppFrame
                key={page.element}
                seat={seat}
                page={page}
                theme={seat.switches.value.theme}
                inert={sheet.value !== null || hostSheet !== null}
              />
            )}
            {page.covered && app !== null && (
              <div class="cover" role="status" aria-label={`${app.name} is loading`}>
                <AppIcon app={app} size="large" />
                <span class="cover-name">{app.name}</span>
                <span class="cover-pulse" aria-hidden="true" />
              </div>
            )}
            {seat.aiStrip.value !== null && <AiStrip strip={seat.aiStrip.value} onCancel={seat.cancelAi} />}
            {seat.notice.value !== null && (
              <HostNotice words={seat.notice.value} onDismiss={seat.dismissNotice} />
            )}
            {log !== null && failure === null && (
              <DiagnosisCard key={`diagnosis-${page.frame}`} page={page} log={log} seat={seat} />
            )}
          </>
        ) : (
          <Instead page={page} seat={seat} />
        )}
        {failure !== null && (
          <FailureCard failure={failure} hasApp={page.kind !== 'nothing'} onDismiss={seat.dismissFailure} />
        )}
        {hostSheet !== null && app !== null && (
          <HostSheet
            key={hostSheet.id}
            seat={seat}
            app={app}
            sheet={hostSheet}
            returnFocus={() => screen.current?.querySelector('iframe')?.focus()}
          />
        )}
        {hostSheet === null && sheet.value === 'report' && (
          <Sheet title={`Report ${app?.name ?? 'this app'}`} onClose={closeSheet}>
            <p>
              On the service, users report problems with an app here.{' '}
              {realRun === null
                ? 'The simulator does not send anything.'
                : 'This local service does not send anything: an admin blocks an app on its page.'}
            </p>
            <HostButton onClick={closeSheet}>Close</HostButton>
          </Sheet>
        )}
        {hostSheet === null && sheet.value === 'menu' && app !== null && (
          <Sheet title={app.name} onClose={closeSheet}>
            <dl class="facts">
              <dt>Version</dt>
              <dd>{app.version}</dd>
              <dt>App ID</dt>
              <dd class="mono">{app.id}</dd>
              <dt>{realRun === null ? 'Run' : 'Open as'}</dt>
              <dd>{realRun === null ? 'Test run, in the simulator' : realRun.person}</dd>
            </dl>
            <div class="sheet-actions stack">
              <HostButton
                onClick={() => {
                  closeSheet()
                  seat.changeNickname()
                }}
              >
                Change nickname
              </HostButton>
              {realRun !== null && <AppPageLink href={realRun.home} />}
              {panelsUrl !== undefined && (
                <a class="host-quiet host-link" href={panelsUrl}>
                  Developer panels
                </a>
              )}
              <HostButton quiet onClick={closeSheet}>
                Close
              </HostButton>
            </div>
          </Sheet>
        )}
      </div>
    </>
  )
}

/** What is shown if no app runs. */
const Instead = ({ page, seat }: { readonly page: Exclude<Page, { kind: 'open' }>; readonly seat: Seat }) => {
  const app = seat.app.value
  const realRun = seat.realRun.value
  const home = realRun !== null && <AppPageLink href={realRun.home} />
  switch (page.kind) {
    case 'waiting':
      return <Blank>{seat.refusal.value === null && <span class="cover-pulse" aria-hidden="true" />}</Blank>
    case 'nothing': {
      const errors = (seat.problems.value?.problems ?? []).filter(({ level }) => level === 'error')
      return (
        <Blank>
          <Icon name="alert" />
          <h2>No app to open yet</h2>
          {errors.length === 0 ? (
            <p>The manifest is missing or invalid.</p>
          ) : (
            <ul class="causes stack">
              {errors.slice(0, 3).map((problem) => (
                <li key={`${problem.rule} ${problem.pointer} ${problem.message}`}>
                  <span>{problem.message}</span>
                  {problem.file !== null && <code>{placeOf(problem)}</code>}
                </li>
              ))}
            </ul>
          )}
          <p class="muted">Fix and save the file, and the app opens automatically.</p>
        </Blank>
      )
    }
    case 'elsewhere':
      return (
        <Blank>
          <Icon name="windows" />
          <h2>
            {realRun === null
              ? `Seat ${seat.number} is open in another window`
              : `${realRun.person} has the app open in another window`}
          </h2>
          <p class="muted">This window opens the app when the other one is closed.</p>
          <HostButton onClick={seat.takeBack}>Play here instead</HostButton>
        </Blank>
      )
    case 'removed':
      return (
        <Blank closed={page.kind}>
          <Icon name="windows" />
          <h2>{realRun === null ? `Seat ${seat.number} was closed` : 'The app was closed'}</h2>
          {realRun === null ? (
            <>
              <p class="muted">A script closed it with the control API.</p>
              <HostButton onClick={seat.takeBack}>Open again</HostButton>
            </>
          ) : (
            home
          )}
        </Blank>
      )
    case 'held':
      return page.opening.reason === 'gate' ? (
        <GatePage app={app} gate={page.opening.gate} home={realRun?.home ?? null} />
      ) : (
        <AccessPage
          app={app}
          summary={page.summary}
          offer={page.opening.access}
          locale={seat.switches.value.locale}
          onBuy={seat.buyAccess}
          onOpenWithoutBuying={realRun === null ? seat.openWithoutBuying : null}
        />
      )
    case 'closed':
      return (
        <Blank closed={page.by}>
          {app !== null && <AppIcon app={app} size="large" />}
          <h2>{CLOSED[page.by].title}</h2>
          {(realRun === null || page.by === 'flood' || page.by === 'leaving') && (
            <p class="muted">{CLOSED[page.by].words}</p>
          )}
          <HostButton onClick={seat.openApp}>{CLOSED[page.by].action}</HostButton>
          {home}
        </Blank>
      )
  }
}

const BACK = 'On the service, you would return to the previous page.'

const OPEN = 'Open again'

const CLOSED = {
  app: { title: 'The app closed itself', words: BACK, action: OPEN },
  person: { title: 'You closed the app', words: BACK, action: OPEN },
  flood: {
    title: 'The app was stopped',
    words:
      'It sent messages endlessly, faster than they can be answered. Wait for an answer before you send again. When you save the fixed file, the app opens automatically.',
    action: OPEN,
  },
  leaving: {
    title: 'The app left its page',
    words:
      'It opened another address or submitted a form. Mini apps cannot do that, and the browser closed the page. The Calls panel shows the address.',
    action: 'Reload',
  },
} as const satisfies Record<
  ClosedBy,
  { readonly title: string; readonly words: string; readonly action: string }
>

interface BlankProps {
  /** What closed the app that was open here: `test` looks for it. */
  readonly closed?: ClosedBy | 'removed'
  readonly children: ComponentChildren
}

const Blank = ({ closed, children }: BlankProps) => (
  <div class="blank" data-closed={closed}>
    {children}
  </div>
)

/** The diagnosis over the bottom of an app that may be blank. */
const DiagnosisCard = ({
  page,
  log,
  seat,
}: {
  readonly page: Extract<Page, { kind: 'open' }>
  readonly log: LogStore
  readonly seat: Seat
}) => {
  const hidden = useSignal(false)
  // Read to subscribe to later reports.
  log.view.value
  const diagnosis = diagnose(page, log.newestFirst(seat.number), seat.problems.value?.problems)
  if (diagnosis === null || hidden.value) return null
  return (
    <div class="diagnosis stack" role="status">
      <div class="diagnosis-head line">
        <Icon name="alert" />
        <h2>{diagnosis.title}</h2>
        <IconButton icon="close" label="Hide" onClick={put(hidden, true)} />
      </div>
      <p>{diagnosis.advice}</p>
      {diagnosis.causes.length > 0 && (
        <ul class="causes stack">
          {diagnosis.causes.map((cause) => (
            <li key={`${cause.place} ${cause.message}`}>
              <span>{cause.message}</span>
              {cause.place !== null && <code>{cause.place}</code>}
              {cause.why !== null && <span class="muted">{cause.why}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

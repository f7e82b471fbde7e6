import type { Gate } from '../../../host/opening/held-opening.js'
import type { AppInfo } from '../../messages.js'
import { AppIcon } from './app-icon.js'

export interface GatePageProps {
  readonly app: AppInfo | null
  readonly gate: Gate
  /** In a real run, the address of the app's page; null in a test run. */
  readonly home: string | null
}

/** The page for a user for whom the app does not open, and below it the reason, only for the developer (5). */
export const GatePage = ({ app, gate, home }: GatePageProps) => (
  <section class="blank access-page" aria-label="The app does not open">
    {app !== null && <AppIcon app={app} size="large" />}
    <h2>{app?.name}</h2>
    <p role="status">{gate.words}</p>
    {home === null ? (
      <p class="muted small gate-why">{gate.why}</p>
    ) : (
      <a class="host-quiet host-link" href={home}>
        The app’s page
      </a>
    )}
  </section>
)

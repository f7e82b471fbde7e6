import type { AccessOffer, Gate } from '../../../host/opening/held-opening.js'
import { inCredits } from '../../../platform/credits.js'
import { PASS_MS } from '../../../platform/limits.js'
import { DAY_MS } from '../../../platform/units.js'
import type { AppInfo } from '../../messages.js'
import { HostButton } from '../controls/button.js'
import { AppIcon } from './app-icon.js'

export interface AccessPageProps {
  readonly app: AppInfo | null
  readonly summary: string
  readonly offer: AccessOffer
  /** The language of dates. */
  readonly locale: string
  readonly onBuy: () => void
  /** Null in a real run. */
  readonly onOpenWithoutBuying: (() => void) | null
}

/** The app's page, on which access to a paid app is bought before it opens (2.3, 5). */
export const AccessPage = ({ app, summary, offer, locale, onBuy, onOpenWithoutBuying }: AccessPageProps) => (
  <section class="blank access-page" aria-label="The app’s page">
    {app !== null && <AppIcon app={app} size="large" />}
    <div>
      <h2 dir="auto">{app?.name}</h2>
      {summary !== '' && (
        <p class="muted" dir="auto">
          {summary}
        </p>
      )}
    </div>
    <div class="access-offer stack">
      <p class="sheet-title">
        {offer.type === 'one_time' ? 'Buy once, keep forever' : `Access for ${PASS_MS / DAY_MS} days`}
      </p>
      <p dir="auto">{offer.statement}</p>
      {offer.type === 'pass_30d' && <p class="muted small">It ends automatically and does not renew.</p>}
      {offer.endedAt !== null && (
        <p class="muted small">
          Your last {PASS_MS / DAY_MS} days ended on {dateIn(locale, offer.endedAt)}.
        </p>
      )}
      <dl class="sums">
        <dt>Price</dt>
        <dd>
          <strong>{inCredits(offer.price)}</strong>
        </dd>
        <dt>Your balance</dt>
        <dd>{inCredits(offer.balance)}</dd>
      </dl>
    </div>
    <div class="sheet-actions stack" role="status">
      {offer.pending && <p>Your payment is being confirmed. The app will open automatically.</p>}
      {!offer.pending && offer.refusal !== null && (
        <p class="failure">
          {offer.refusal.words}{' '}
          {onOpenWithoutBuying !== null && <span class="muted small">{offer.refusal.why}</span>}
        </p>
      )}
    </div>
    <div class="sheet-actions stack">
      <HostButton disabled={offer.pending || offer.refusal !== null} onClick={onBuy}>
        Buy
      </HostButton>
      {onOpenWithoutBuying !== null && (
        <>
          <HostButton quiet onClick={onOpenWithoutBuying}>
            Open as a test run
          </HostButton>
          <p class="muted small">
            You own this app, so you can open a test run without a purchase. Other users only see Buy.
          </p>
        </>
      )}
    </div>
  </section>
)

const dateIn = (locale: string, iso: string): string =>
  new Date(iso).toLocaleDateString(locale, { dateStyle: 'long' })

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
    {home === null ? <p class="muted small gate-why">{gate.why}</p> : <AppPageLink href={home} />}
  </section>
)

/** The way back to the app's page on the service, in a real run. */
export const AppPageLink = ({ href }: { readonly href: string }) => (
  <a class="host-quiet host-link" href={href}>
    The app’s page
  </a>
)

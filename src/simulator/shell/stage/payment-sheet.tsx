import type { PaymentOffer } from '../../../host/session/sheets.js'
import { inCredits } from '../../../platform/credits.js'
import { HostButton } from '../controls/button.js'
import { AppIcon } from './app-icon.js'
import { type HostSheetProps, Sheet } from './sheet.js'

export interface PaymentSheetProps extends HostSheetProps<PaymentOffer, 'pay' | 'cancel'> {
  /** Whether it is a test run. */
  readonly test: boolean
}

/** The payment sheet (4.3). Its content comes from the host, not the app. */
export const PaymentSheet = ({ app, offer, busy, test, onChoose, returnFocus }: PaymentSheetProps) => (
  <Sheet title="Payment" test={test} onClose={() => onChoose('cancel')} returnFocus={returnFocus}>
    <div class="sheet-app line">
      <AppIcon app={app} size="small" />
      <div>
        <strong>
          <bdi>{offer.app}</bdi>
        </strong>
        <span class="muted"> by {offer.developer}</span>
      </div>
    </div>
    <div>
      <p class="sheet-title" dir="auto">
        {offer.title}
      </p>
      <p dir="auto">{offer.statement}</p>
    </div>
    <dl class="sums">
      <dt>Total</dt>
      <dd>
        <strong>{inCredits(offer.total)}</strong>
      </dd>
      <dt>{offer.balanceAfter === null ? 'Your balance' : 'Balance after'}</dt>
      <dd>
        {offer.balanceAfter === null ? (
          <span class="failure">{inCredits(offer.balance)}: not enough</span>
        ) : (
          inCredits(offer.balanceAfter)
        )}
      </dd>
    </dl>
    <p class="muted small">A third party made this app, not the service.</p>
    <div class="sheet-actions stack">
      <HostButton disabled={busy} onClick={() => onChoose('pay')}>
        Pay
      </HostButton>
      <HostButton quiet disabled={busy} onClick={() => onChoose('cancel')}>
        Cancel
      </HostButton>
    </div>
  </Sheet>
)

import { Button } from '../controls/button.js'
import type { Seat } from '../seat/seat.js'
import type { Observer } from '../stores/observer.js'

export interface ConnectionBannerProps {
  /** The window's own connection. */
  readonly connected: Pick<Observer | Seat, 'connection' | 'refusal'>
  readonly onRetry: () => void
}

/** Reports that the simulator is unreachable, and that the page will reconnect. */
export const ConnectionBanner = ({ connected, onRetry }: ConnectionBannerProps) => {
  const connection = connected.connection.value
  return (
    <div role="alert">
      {connection === 'lost' && (
        <div class="banner line wrap">
          <p>
            <strong>The simulator is not responding.</strong> Is <code>miniapp dev</code> still running? This
            page reconnects automatically.
          </p>
          <Button onClick={onRetry}>Try now</Button>
        </div>
      )}
      {connection === 'refused' && (
        <div class="banner line wrap">
          <p>
            <strong>The simulator refused this window.</strong> {connected.refusal.value}
          </p>
          <Button onClick={() => location.reload()}>Reload this page</Button>
        </div>
      )}
    </div>
  )
}

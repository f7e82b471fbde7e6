import { hasLeft, type Seat } from '../seat/seat.js'
import { withView } from '../seat/window-address.js'
import { ConnectionBanner } from './connection-banner.js'
import { Device } from './device.js'

/** The view on a phone, and of a real run everywhere: the app fills the screen below the host's bar. */
export const Player = ({ seat }: { readonly seat: Seat }) => (
  <div
    class="player"
    data-theme={seat.switches.value.theme}
    data-portrait={seat.app.value?.orientation === 'portrait'}
  >
    {!hasLeft(seat) && <ConnectionBanner connected={seat} onRetry={seat.reconnect} />}
    <main class="player-main">
      <section class="player-place" aria-label={seat.realRun.value?.person ?? `Seat ${seat.number}`}>
        <Device
          seat={seat}
          log={null}
          {...(seat.realRun.value === null ? { panelsUrl: withView(location.href, 'panels') } : {})}
        />
      </section>
    </main>
  </div>
)

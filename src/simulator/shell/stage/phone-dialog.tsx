import { useSignal } from '@preact/signals'
import { MAX_SEATS } from '../../../host/control/switches.js'
import type { PhoneLinks } from '../../messages.js'
import { Button } from '../controls/button.js'
import { CopyButton } from '../controls/copy-button.js'
import { Dialog } from '../controls/dialog.js'
import { Alert, into } from '../controls/form.js'
import { QrCode } from '../controls/qr-code.js'
import { Segmented } from '../controls/segmented.js'
import { asChoices, Select } from '../controls/select.js'
import { useAction } from '../controls/use-action.js'

export interface PhoneDialogProps {
  /** Null if only this machine has access. */
  readonly links: PhoneLinks | null
  /** Lets phones connect. Rejects with the reason if that is not possible. */
  readonly onOpen: () => Promise<PhoneLinks>
  /** The free seats. */
  readonly free: readonly number[]
  readonly onClose: () => void
}

/** Lets a real phone take a seat: a QR code for each free one. */
export const PhoneDialog = ({ links: known, free, onOpen, onClose }: PhoneDialogProps) => {
  const opened = useSignal<PhoneLinks | null>(null)
  const { problem, run } = useAction()
  const links = known ?? opened.value
  return (
    <Dialog title="Play on a phone" onClose={onClose}>
      {links === null ? (
        <>
          <p>
            The simulator only accepts connections from this machine. Once you let phones in, anyone on your
            network who has the link can play, until the simulator stops.
          </p>
          <div class="dialog-row line wrap">
            <Button onClick={() => void run(async () => into(opened)(await onOpen()))}>Let phones in</Button>
          </div>
          <Alert text={problem.value} />
          <p class="muted small">
            <code>miniapp dev --host</code> does this from the start.
          </p>
        </>
      ) : free.length === 0 ? (
        <p>All {MAX_SEATS} seats are taken. Remove one in this window, or close one on another phone.</p>
      ) : (
        <PhoneSeat links={links} free={free} />
      )}
    </Dialog>
  )
}

const PhoneSeat = ({ links, free }: { readonly links: PhoneLinks; readonly free: readonly number[] }) => {
  const wanted = useSignal<number | null>(null)
  const base = useSignal(links.urls[0] ?? '')
  // Once a phone took its seat, the dialog shows the next one.
  const first = free[0]
  const seat = free.find((number) => number === wanted.value) ?? first
  if (seat === undefined || !URL.canParse(base.value)) return null
  const url = linkTo(base.value, seat)
  return (
    <>
      <p>
        Scan this code with a phone on the same network. The phone plays as another person, in seat {seat}.
      </p>
      <QrCode text={url} label={`QR code for seat ${seat}`} />
      <div class="dialog-row line wrap">
        <span class="muted">Seat</span>
        <Segmented label="Seat of the phone" value={seat} choices={asChoices(free)} onChange={into(wanted)} />
      </div>
      {links.urls.length > 1 && (
        <div class="dialog-row line wrap">
          <Select
            label="This machine's address"
            value={base.value}
            choices={links.urls.map((link) => ({ value: link, label: new URL(link).hostname }))}
            onChange={into(base)}
          />
        </div>
      )}
      <div class="dialog-link line">
        <code>{url}</code>
        <CopyButton label="Copy the link" text={() => url} />
      </div>
      <p class="muted small">
        Anyone with this link can play, and can read and change saved data. The link works until the simulator
        stops.
      </p>
    </>
  )
}

/** The link names the seat, even the first one: a phone without a seat gets any free one. */
const linkTo = (base: string, seat: number): string => {
  const url = new URL(base)
  url.searchParams.set('seat', String(seat))
  return url.href
}

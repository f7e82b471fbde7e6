import type { AppInfo } from '../../messages.js'
import type { Seat } from '../seat/seat.js'
import type { OpenedSheet } from '../seat/seat-sheet.js'
import { AiSheet } from './ai-sheet.js'
import { NicknameSheet } from './nickname-sheet.js'
import { PaymentSheet } from './payment-sheet.js'
import { PickSheet } from './pick-sheet.js'
import { ShareSheet } from './share-sheet.js'

export interface HostSheetProps {
  readonly seat: Seat
  readonly app: AppInfo
  readonly sheet: OpenedSheet
  readonly returnFocus: () => void
}

/** The host's sheet over the app, by its kind. */
export const HostSheet = ({ seat, app, sheet, returnFocus }: HostSheetProps) => {
  const { id, content, busy, fault } = sheet
  switch (content.kind) {
    case 'payment':
      return (
        <PaymentSheet
          app={app}
          offer={content.offer}
          busy={busy}
          test={seat.realRun.value === null}
          onChoose={(choice) => seat.choose(id, choice)}
          returnFocus={returnFocus}
        />
      )
    case 'nickname':
      return (
        <NicknameSheet
          offer={content.offer}
          busy={busy}
          fault={fault}
          onChoose={(choice) => seat.choose(id, choice)}
          returnFocus={returnFocus}
        />
      )
    case 'share':
      return (
        <ShareSheet
          app={app}
          offer={content.offer}
          busy={busy}
          fault={fault}
          onChoose={(choice) => seat.choose(id, choice)}
          returnFocus={returnFocus}
        />
      )
    case 'ai':
      return (
        <AiSheet
          app={app}
          offer={content.offer}
          busy={busy}
          onChoose={(choice) => seat.choose(id, choice)}
          returnFocus={returnFocus}
        />
      )
    case 'pick-image':
    case 'pick-video':
      return (
        <PickSheet
          app={app}
          kind={content.kind}
          offer={content.offer}
          onPick={(file, options) => seat.pick(id, file, options)}
          onCancel={() => seat.choose(id, null)}
          returnFocus={returnFocus}
        />
      )
  }
}

import type { SheetKind, SheetKinds } from '../../../host/session/sheets.js'
import type { Seat } from '../seat/seat.js'
import type { OpenedSheet } from '../seat/seat-sheet.js'
import { AiSheet } from './ai-sheet.js'
import { NicknameSheet } from './nickname-sheet.js'
import { PaymentSheet } from './payment-sheet.js'
import { PickSheet } from './pick-sheet.js'
import { ShareSheet } from './share-sheet.js'
import type { HostSheetProps } from './sheet.js'

export interface OpenSheetProps extends Pick<HostSheetProps<never, never>, 'app' | 'returnFocus'> {
  readonly seat: Seat
  readonly sheet: OpenedSheet
}

/** The host's sheet over the app, by its kind. */
export const HostSheet = ({ seat, app, sheet, returnFocus }: OpenSheetProps) => {
  const { id, content, busy, fault } = sheet
  const common = {
    app,
    busy,
    fault,
    returnFocus,
    onChoose: (choice: SheetKinds[SheetKind]['choice']) => seat.choose(id, choice),
  }
  switch (content.kind) {
    case 'payment':
      return <PaymentSheet {...common} offer={content.offer} test={seat.realRun.value === null} />
    case 'nickname':
      return <NicknameSheet {...common} offer={content.offer} />
    case 'share':
      return <ShareSheet {...common} offer={content.offer} />
    case 'ai':
      return <AiSheet {...common} offer={content.offer} />
    case 'pick-image':
    case 'pick-video':
      return (
        <PickSheet
          {...common}
          kind={content.kind}
          offer={content.offer}
          onPick={(file, options) => seat.pick(id, file, options)}
        />
      )
  }
}

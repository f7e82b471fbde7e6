import { SHEET_NAMES } from '../../../host/session/sheet-names.js'
import type { SheetKind } from '../../../host/session/sheets.js'

/** What a person did on a sheet, for the log: `The person pressed Pay on the payment sheet`. */
export const describeChoice = (sheet: SheetKind, choice: unknown): string => {
  const name = SHEET_NAMES[sheet]
  if (choice === null) return `The person closed the ${name}`
  if (sheet === 'pick-image' || sheet === 'pick-video') return `The person chose a file in the ${name}`
  if (typeof choice === 'string')
    return `The person pressed ${BUTTONS.get(choice) ?? JSON.stringify(choice)} on the ${name}`
  const { nickname, to } = choice as { readonly nickname?: unknown; readonly to?: unknown }
  if (typeof nickname === 'string') return `The person entered ${JSON.stringify(nickname)} on the ${name}`
  if (typeof to === 'string')
    return `The person pressed ${BUTTONS.get(to) ?? JSON.stringify(to)} on the ${name}`
  return `The person made a choice on the ${name}`
}

/** The buttons of the sheets, by what they choose. */
const BUTTONS: ReadonlyMap<string, string> = new Map([
  ['pay', 'Pay'],
  ['cancel', 'Cancel'],
  ['allow', 'Allow'],
  ['not-now', 'Not now'],
  ['story', 'Story'],
  ['post', 'Post'],
  ['chat', 'Chat'],
])

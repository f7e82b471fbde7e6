import { expect, it } from 'vitest'
import { describeChoice } from '../../../../src/simulator/server/windows/seat-log.js'

it.each([
  ['payment', 'pay', 'The person pressed Pay on the payment sheet'],
  ['payment', 'cancel', 'The person pressed Cancel on the payment sheet'],
  ['ai', 'not-now', 'The person pressed Not now on the AI sheet'],
  ['share', { to: 'chat', text: 'Hi' }, 'The person pressed Chat on the share sheet'],
  ['nickname', { nickname: 'Ada' }, 'The person entered "Ada" on the nickname sheet'],
  ['pick-image', { file: 12 }, 'The person chose a file in the photo picker'],
  ['pick-video', null, 'The person closed the video picker'],
] as const)('says in words what was chosen on the sheet: %s %j', (sheet, choice, words) =>
  expect(describeChoice(sheet, choice)).toBe(words),
)

import { argumentRule } from './argument-rule.js'

export const shareText = argumentRule('share-text', {
  id: 'sdk/share-text',
  level: 'warning',
  impact: 'breaks',
  section: '4.4',
  breach: 'A text to share has a `#` hashtag, an `@` tag, a link or a control character.',
  why: 'The call rejects INVALID_TEXT and no sheet opens.',
  mend: 'Remove it: the host adds a link to the app by itself.',
})

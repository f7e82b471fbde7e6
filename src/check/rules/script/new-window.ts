import { startOfString } from '../../facts/script-uses.js'
import { leadsOut } from '../../facts/url.js'
import { useRule } from './use-rule.js'

export const newWindow = useRule(
  {
    id: 'script/new-window',
    level: 'warning',
    section: '2.10',
    breach: 'A script opens a window, or leaves for another site.',
    why: 'Pop-ups and leaving the page do not work in the sandbox.',
    mend: 'Show the content in the page itself.',
  },
  ({ names, global, kind, values }) => {
    if (!global) return null
    const fix = 'Show the content in the page itself.'
    if (kind === 'call' && names.length === 1 && names[0] === 'open')
      return { message: 'window.open() does not work in a mini app.', fix }
    const path = (names[0] === 'document' ? names.slice(1) : names).join('.')
    if (!(kind === 'assign' ? LOCATIONS : kind === 'call' ? LOCATION_CALLS : NONE).has(path)) return null
    return leadsOut(startOfString(values[0]) ?? '')
      ? { message: `${path} cannot lead to another site: a mini app cannot leave its page.`, fix }
      : null
  },
)

const LOCATIONS: ReadonlySet<string> = new Set(['location', 'location.href'])
const LOCATION_CALLS: ReadonlySet<string> = new Set(['location.assign', 'location.replace'])
const NONE: ReadonlySet<string> = new Set()

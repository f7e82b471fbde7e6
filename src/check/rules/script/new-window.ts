import { startsOfUrl } from '../../facts/script/url-text.js'
import { destinationOf, leadsOut, namesOtherProgram } from '../../facts/text/url.js'
import { impactOfUse } from './impact-of-use.js'
import { useRule, whereNullIsRead } from './use-rule.js'

export const newWindow = useRule(
  {
    id: 'script/new-window',
    level: 'warning',
    impact: 'degrades',
    section: '2.10',
    breach: 'A script opens or closes a window, or navigates away from the app.',
    why: 'Pop-ups and navigation do not work in the sandbox.',
    remedy: 'Show the content in the page. `Service.close` closes the app.',
  },
  ['open', 'close', 'location', 'navigation'],
  (use, script) => {
    const { names, global, kind, values, through, around } = use
    if (!global) return null
    const fix = 'Show the content in the page.'
    // Nobody can say when a script leaves the page that first looks at something.
    const impact = use.isConditional ? 'fails-if-used' : 'breaks'
    if (kind === 'call' && names.length === 1 && names[0] === 'open')
      return whereNullIsRead(
        { message: 'window.open() does not work in a mini app.', fix },
        'window.open',
        use,
        script,
      )
    // A worker closes itself by `self.close()`, and a script may have a function of this name.
    if (kind === 'call' && names.length === 1 && names[0] === 'close' && (through === 'window' || around))
      return { message: 'window.close() does nothing in a mini app.', fix: 'Use Service.close.' }
    const path = (names[0] === 'document' ? names.slice(1) : names).join('.')
    if (kind === 'assign' && !around && ADDRESS_PARTS.has(path))
      return {
        message: `${path} cannot be set: that leaves the bundle, and an error page replaces the app.`,
        fix,
        impact,
      }
    if (!(kind === 'assign' ? LOCATIONS : kind === 'call' ? LOCATION_CALLS : NONE).has(path)) return null
    if (around)
      return {
        message: `${path} of the surrounding page cannot be set: a mini app cannot navigate it.`,
        fix,
        ...impactOfUse('throws', use),
      }
    const urls = startsOfUrl(values[0], script)
    if (urls.some(leadsOut))
      return {
        message: `${path} cannot open another site: the browser shows an error page instead of the app.`,
        fix,
        impact,
      }
    if (urls.some((url) => destinationOf(url) === 'root'))
      return {
        message: `${path} does not exist: the path starts with a slash, but the bundle is served from a subfolder.`,
        fix: 'Write the path relative to the page.',
        impact,
      }
    return urls.some(namesOtherProgram)
      ? {
          message: `${path} cannot open another program: the browser shows an error page instead of the app.`,
          fix,
          impact,
        }
      : null
  },
)

const LOCATIONS: ReadonlySet<string> = new Set(['location', 'location.href'])
const LOCATION_CALLS: ReadonlySet<string> = new Set([
  'location.assign',
  'location.replace',
  'navigation.navigate',
])
/** Setting one of them opens a page outside of the bundle, even a path of a file in it. */
const ADDRESS_PARTS: ReadonlySet<string> = new Set([
  'location.protocol',
  'location.host',
  'location.hostname',
  'location.port',
  'location.pathname',
])
const NONE: ReadonlySet<string> = new Set()

import type { BundleFault } from '../../../bundle/bundle.js'
import type { BundleRule, Finding, RuleText } from '../../rule.js'

/** A rule that tells one kind of fault of a zip; the kind is the rule's name. */
export const faultRule = (text: RuleText): BundleRule => {
  const kind = text.id.slice(text.id.indexOf('/') + 1)
  const toFinding = ({ path, detail, fix }: BundleFault): Finding => ({
    file: path,
    message:
      text.level === 'error'
        ? `${path === null ? 'The zip' : 'The entry'} is refused: ${detail}.`
        : `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`,
    fix: fix ?? text.mend,
  })
  return {
    ...text,
    check: ({ bundle }) => {
      if (bundle.kind !== 'zip') return []
      const faults = bundle.faults.filter((fault) => fault.kind === kind)
      const more = faults.length - MOST_TOLD
      const told = faults.slice(0, MOST_TOLD).map(toFinding)
      if (more <= 0) return told
      return [
        ...told,
        {
          file: null,
          message: `${more.toLocaleString('en')} more entries are refused for the same reason.`,
          fix: text.mend,
        },
      ]
    },
  }
}

/** What a tool does wrong to one entry it does to all of them, of which there may be thousands. */
const MOST_TOLD = 100

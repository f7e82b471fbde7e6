import type { RuleText } from '../../check/rule.js'

/** The rules of the scenarios in which something goes wrong on purpose. */
export const TROUBLE_RULES = [
  {
    id: 'run/dead-page',
    level: 'error',
    impact: 'breaks',
    section: '7',
    breach: 'The app did not start while something failed.',
    why: 'Every call can fail: the phone is offline, the service is slow, storage is full. Users then see an empty page, or a cover that hides it.',
    remedy:
      'Draw the first screen and call Service.ready() before anything that can fail, and catch what fails.',
  },
] as const satisfies readonly RuleText[]

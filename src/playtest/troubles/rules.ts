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
  {
    id: 'run/paid-twice',
    level: 'error',
    impact: 'breaks',
    section: '4.3',
    breach: 'Two taps paid twice.',
    why: 'An answer takes seconds on a slow connection. Users tap again, and pay for something that they wanted once.',
    remedy: 'Disable the button from the tap until pay() has resolved or rejected.',
  },
  {
    id: 'run/credited-twice',
    level: 'error',
    impact: 'breaks',
    section: '4.3',
    breach: 'A purchase was credited twice, because the app was closed in the middle.',
    why: 'Phones end apps at any time. A purchase that is credited and not consumed yet is listed again at the next start.',
    remedy:
      'Save the ids of credited purchases in the same value as the credit, and credit only those that are not among them. Then consume.',
  },
  {
    id: 'run/purchase-lost',
    level: 'error',
    impact: 'breaks',
    section: '4.3',
    breach: 'A purchase was paid for and not delivered.',
    why: 'Users have paid and get nothing; the payment of a consumable that is never consumed is returned to them.',
    remedy:
      'At the start, call getPurchases(): credit every consumable without consumed_at, save that, and then consume it.',
  },
] as const satisfies readonly RuleText[]

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
  {
    id: 'run/sound-while-hidden',
    level: 'warning',
    impact: 'degrades',
    section: '6',
    breach: 'Sound went on while the app was hidden.',
    why: 'Users who take a call or lock the phone still hear the game.',
    remedy:
      "On Service.on('visibility') with visible false, suspend the AudioContext and pause audio and video.",
  },
  {
    id: 'run/time-jumps',
    level: 'warning',
    impact: 'degrades',
    section: '6',
    breach: 'The game jumped ahead by the time for which it was hidden.',
    why: 'Users come back to a game that they have lost, or that is somewhere else.',
    remedy:
      "Pause on Service.on('visibility') with visible false, and limit the time of one frame, for example to 0.1 s.",
  },
  {
    id: 'run/speed-follows-display',
    level: 'warning',
    impact: 'degrades',
    section: '',
    breach: 'The speed of the game follows the refresh rate of the display.',
    why: 'Displays have 30 to 144 Hz and more: the game is too slow on some phones, and cannot be played on others.',
    remedy:
      'Move everything by the time since the last frame, which requestAnimationFrame passes, or in steps of a fixed time.',
  },
  {
    id: 'run/slow-start',
    level: 'warning',
    impact: 'degrades',
    section: '4.2',
    breach: 'On a slow phone, the app takes long to show something.',
    why: 'Most phones are several times slower than the machine that a game is made on. Users leave before it starts.',
    remedy: 'Draw a first screen before you load and compute the rest.',
  },
  {
    id: 'run/memory-high',
    level: 'warning',
    impact: 'breaks',
    section: '',
    breach: 'The app uses nearly as much memory as phones allow a page.',
    why: 'Phones end a page that uses about 512 MB.',
    remedy:
      'Load what is needed now, and release it afterwards: smaller textures, shorter sounds, fewer canvases.',
  },
] as const satisfies readonly RuleText[]

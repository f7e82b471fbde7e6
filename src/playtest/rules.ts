import type { RuleText } from '../check/rule.js'

/**
 * What a run of the app can meet, told as `check` tells its problems. Here `error` means that something is broken for
 * whoever plays; the service itself does not run a bundle before it takes it.
 */
export const PLAYTEST_RULES = [
  {
    id: 'run/uncaught-error',
    level: 'error',
    section: '',
    breach: 'A script of the app threw an error that nothing caught.',
    why: 'What the script was doing stopped there, and whoever plays sees an app that hangs or lacks a part.',
    mend: 'Mend the line, or catch what can fail there.',
  },
  {
    id: 'run/unhandled-rejection',
    level: 'error',
    section: '',
    breach: 'A promise was rejected and nothing handled it.',
    why: 'SDK calls reject for good reasons (a sheet is open, the phone is offline): whoever plays waits for nothing.',
    mend: 'Add a catch, or await it in a try, and tell the player what to do.',
  },
  {
    id: 'run/policy-violation',
    level: 'error',
    section: '2.10',
    breach: 'The sandbox blocked something that the app tried.',
    why: 'The host blocks the same: the file, request or frame is not there for anyone.',
    mend: 'Put the file into the bundle, or use the SDK call that does it.',
  },
  {
    id: 'run/failed-file',
    level: 'error',
    section: '2.10',
    breach: 'A file that the app asked for could not be loaded.',
    why: 'A picture, sound or script is missing where the app runs.',
    mend: 'Put the file into the bundle, and spell its path as it is there: letter case counts.',
  },
  {
    id: 'run/page-crashed',
    level: 'error',
    section: '',
    breach: 'The page of the app crashed.',
    why: 'The browser gave it up, most often because it took too much memory.',
    mend: 'Use less memory: smaller textures, fewer canvases, no lists that only grow.',
  },
  {
    id: 'run/ready-missing',
    level: 'error',
    section: '4.2',
    breach: 'The app never called Service.ready().',
    why: 'The loading cover stays until the host takes it away 3 seconds after the page has loaded.',
    mend: 'Call Service.ready() as soon as something is on screen.',
  },
  {
    id: 'run/ready-late',
    level: 'warning',
    section: '4.2',
    breach: 'The app called Service.ready() after the host had taken the cover away.',
    why: 'People look at a loading cover, then at a half-made page.',
    mend: 'Call it as soon as something is on screen, before storage or purchases are loaded.',
  },
  {
    id: 'run/blank',
    level: 'error',
    section: '4.2',
    breach: 'The first picture of the app is one plain colour.',
    why: 'Once the cover is gone, whoever plays looks at nothing.',
    mend: 'Draw something before Service.ready(), if only a title.',
  },
  {
    id: 'run/too-wide',
    level: 'warning',
    section: '2.10',
    breach: 'The page is wider than a frame of 320 pixels.',
    why: 'The layout should work from about 320 px: people on small phones must scroll sideways, or miss a part.',
    mend: 'Let it wrap, shrink or scroll inside: max-width: 100%, flex-wrap, minmax(0, 1fr).',
  },
  {
    id: 'run/call-refused',
    level: 'warning',
    section: '7',
    breach: 'The host refused a call of the app for a reason that lies in the app.',
    why: 'It will be refused every time: the parameters, the gesture or the manifest are not as the call needs them.',
    mend: 'Correct the call as its error code says; the simulator shows it in Calls.',
  },
  {
    id: 'run/call-dropped',
    level: 'warning',
    section: '4',
    breach: 'The host dropped a message of the app without an answer.',
    why: 'It was too large, or no request at all: the app waits until its call times out.',
    mend: 'Send less at a time, through the SDK.',
  },
  {
    id: 'run/memory-grows',
    level: 'warning',
    section: '',
    breach: 'The memory of the app only grew while it was played.',
    why: 'Phones close an app that takes too much, and a long game becomes slow before that.',
    mend: 'Look for lists, listeners, canvases or object URLs that nothing lets go.',
  },
  {
    id: 'run/long-frames',
    level: 'warning',
    section: '',
    breach: 'A script of the app held up the picture for long, several times.',
    why: 'Taps and animation wait meanwhile; on a phone it is several times as long as here.',
    mend: 'Do less in one go: spread the work over frames, or give it to a worker made from a Blob.',
  },
] as const satisfies readonly RuleText[]

export type PlaytestRule = (typeof PLAYTEST_RULES)[number]['id']

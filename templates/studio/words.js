// All texts about AI, in one place, so that no state is forgotten.

/* exported stateWords, outcomeWords, errorWords, codeOf, progressWords -- other scripts of the page use them. */

// What each state of a capability means for the person, before they tap (3.4).
const DOWNLOAD_WORDS =
  'The first time, your phone loads a model of 1 to 2.5 GB; you are asked before. Use Wi-Fi.'
const UNAVAILABLE_WORDS = {
  'ai.image': 'Painting works in the phone app, on some phones. Choose a photo instead.',
  'ai.assistant': 'Writing works in the phone app, on some phones.',
}

/**
 * How a request ended (4.7). `made` and `answered` need no text: the result is visible.
 * @type {Record<string, string | undefined>}
 */
const OUTCOME_WORDS = {
  made: '',
  answered: '',
  cancelled: 'Stopped. Nothing has changed.',
  unavailable: 'This is not possible right now. Try again later.',
  blocked: 'This cannot be made. Try other words.',
}

/**
 * What a rejected call means for the person (7).
 * @type {Record<string, string | undefined>}
 */
const ERROR_WORDS = {
  BUSY: 'Something else is still being made. Wait for it, or cancel it.',
  OFFLINE: 'You are offline. Try again once you are back.',
  LAUNCH_INVALID: 'This session has ended. Close the app and open it again.',
  NO_HOST: 'Opened on its own, this page can neither paint nor write. Start it in the service.',
}

/** @type {Record<string, string | undefined>} */
const PROGRESS_WORDS = {
  downloading: 'Loading the model',
  loading: 'Getting ready',
  making: 'Painting',
  searching: 'Looking things up',
  writing: 'Writing',
}

/**
 * The text under a button for a state of its capability, or an empty text.
 * @param {'ai.image' | 'ai.assistant'} name
 * @param {ServiceMiniapp.CapabilityState} state
 */
const stateWords = (name, state) => {
  if (state === 'ready') return ''
  return state === 'needs_download' ? DOWNLOAD_WORDS : UNAVAILABLE_WORDS[name]
}

/** @param {string} status */
const outcomeWords = (status) => OUTCOME_WORDS[status] ?? ''

/** @param {string} code */
const errorWords = (code) => ERROR_WORDS[code] ?? 'That did not work. Try again later.'

/**
 * The code of a rejected SDK call, such as `BUSY`.
 * @param {unknown} error
 */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/**
 * The progress of a request: the text, and the share that is done, or null if unknown.
 * @typedef {{ words: string, share: number | null }} Progress
 * @param {ServiceMiniapp.AiProgress} progress
 * @returns {Progress}
 */
const progressWords = ({ stage, done = 0, total = 0 }) => {
  const words = PROGRESS_WORDS[stage] ?? 'Working'
  if (total <= 0) return { words: `${words}…`, share: null }
  const share = Math.max(0, Math.min(1, done / total))
  return { words: `${words}… ${String(Math.round(share * 100))}%`, share }
}

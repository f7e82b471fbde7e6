import type { FailureKind } from '../failure.js'

/** The exit codes, a stable interface; `--help` lists them. */
export const EXIT_CODES = {
  ok: 0,
  no: 1,
  usage: 2,
  signIn: 3,
  notFound: 4,
  network: 5,
  rateLimited: 6,
  interrupted: 130,
} as const

export const exitCodeOf = {
  refused: EXIT_CODES.no,
  usage: EXIT_CODES.usage,
  'sign-in': EXIT_CODES.signIn,
  'not-found': EXIT_CODES.notFound,
  network: EXIT_CODES.network,
  'rate-limited': EXIT_CODES.rateLimited,
  interrupted: EXIT_CODES.interrupted,
} as const satisfies Record<FailureKind, number>

export const EXIT_CODES_HELP = `Exit codes:
  0  fine
  1  the answer is no: problems were found, or the service refused
  2  wrong usage
  3  sign in first
  4  not found: a post, a conversation
  5  network
  6  rate limited
  130  interrupted`

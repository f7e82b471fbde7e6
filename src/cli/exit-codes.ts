import type { FailureKind } from '../failure.js'

/** The exit codes: a stable interface, listed by `--help`. */
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
  0  success
  1  problems were found, or the service refused
  2  wrong usage
  3  not signed in
  4  not found (a post or conversation)
  5  network error
  6  rate limited
  130  interrupted`

import { Failure, type FailureKind } from '../../failure.js'
import { errorAnswer, resultAnswer } from '../../platform/publishing-bodies.js'
import { fieldIn, parseJson } from '../../platform/text.js'
import type { HttpAnswer } from './bounded-fetch.js'
import { describeWait, retryAfter } from './retry-after.js'

/**
 * The failure for an error answer (section 7), except 403, which `authorized-call.ts` handles.
 * @param namesOne whether the request names one post or conversation, which may not exist
 * @param now milliseconds since 1970
 */
export const answerFailure = (answer: HttpAnswer, place: string, namesOne: boolean, now: number): Failure => {
  const { status } = answer
  const words = errorWords(answer)
  const failure = (kind: FailureKind, message: string, remedy: string): Failure =>
    new Failure(kind, `${message}${saying(words)}`, remedy, undefined, status)
  const wait = retryAfter(answer.headers, now)
  if (status === 402 || (status === 400 && LACKS_CREDITS.test(words ?? '')))
    return failure('refused', 'You have too few credits for this.', 'Get more credits, then try again.')
  switch (status) {
    case 400:
      return failure(
        'refused',
        'The service refused this.',
        'Fix the cause before you retry: the same request will be refused again.',
      )
    case 401:
      return failure(
        'sign-in',
        `${place} requires a valid token (status 401).`,
        'Run miniapp login, or replace the token in MINIAPP_TOKEN.',
      )
    case 404:
      return namesOne
        ? failure('not-found', `No item has that ID on ${place}.`, 'Check the ID.')
        : failure('network', `${place} does not support this operation.`, CHECK_ADDRESS)
    case 413:
      return failure(
        'refused',
        `The request is too large for ${place}.`,
        'Send a smaller file or a shorter text.',
      )
    case 429:
      return failure('rate-limited', `${place} limits requests.`, waitFirst(wait))
    default:
      return status >= 500
        ? failure(
            'network',
            `${place} failed with status ${status}.`,
            wait === null ? 'Try again later.' : waitFirst(wait),
          )
        : failure('network', `${place} answered with the unexpected status ${status}.`, CHECK_ADDRESS)
  }
}

/** What a service says, as a sentence behind another. */
export const saying = (words: string | null): string => (words === null ? '' : ` It says: ${words}`)

/** What to do about a limit of requests. @param wait in milliseconds; null where the service does not say */
export const waitFirst = (wait: number | null): string =>
  `Wait ${wait === null ? 'a while' : describeWait(wait)}, then try again.`

const CHECK_ADDRESS = 'Check that --base-url is the URL of the service.'

/** 7: a lack of credits shows in the message of a 400. */
const LACKS_CREDITS = /upstream status 402/i

/**
 * The message of an error answer (2.7), or null. Other servers put it elsewhere; if it is in none of the
 * usual places, the answer itself is the message, unless it is a page.
 */
export const errorWords = (answer: HttpAnswer): string | null => {
  const document = parseJson(answer.text)
  const words = [
    fieldIn(document, 'error_description'),
    errorAnswer.safeParse(document).data?.error,
    fieldIn(fieldIn(document, 'error'), 'message'),
    fieldIn(document, 'message'),
    fieldIn(document, 'detail'),
  ].find((text): text is string => typeof text === 'string' && text.trim() !== '')
  const text = (words ?? (isBareObject(document) ? '' : answer.text)).trim()
  return text === '' || text.startsWith('<') ? null : text.slice(0, MAX_WORDS)
}

/** `{}` or an irrelevant field: no message. */
const isBareObject = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((inner) => inner === null || inner === '')

const MAX_WORDS = 1_000

/** The `result` of an answer with status 200 (2.1), or null for any other answer. */
export const readResult = (answer: HttpAnswer): string | null =>
  resultAnswer.safeParse(parseJson(answer.text)).data?.result ?? null

export const notTheApi = (answer: HttpAnswer, place: string): Failure =>
  new Failure(
    'network',
    `${place} did not answer with the API's JSON: ${excerpt(answer.text)}`,
    CHECK_ADDRESS,
    undefined,
    answer.status,
  )

const EXCERPT_CHARACTERS = 80

const excerpt = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  if (line === '') return 'an empty answer.'
  return line.length > EXCERPT_CHARACTERS ? `“${line.slice(0, EXCERPT_CHARACTERS)}…”.` : `“${line}”.`
}

import { Failure } from '../failure.js'
import { errorAnswer, resultAnswer } from '../platform/publishing-bodies.js'
import type { HttpAnswer } from './bounded-fetch.js'
import { describeWait, retryAfter } from './retry-after.js'

/**
 * What a person should be told of an answer that is no success (section 7), but for 403, which `authorized-call.ts` treats.
 * @param namesOne whether the request names one post or conversation, which may not be there
 * @param now milliseconds since 1970
 */
export const answerFailure = (answer: HttpAnswer, place: string, namesOne: boolean, now: number): Failure => {
  const words = errorWords(answer)
  const said = words === null ? '' : ` It says: ${words}`
  if (answer.status === 400)
    return LACKS_CREDITS.test(words ?? '')
      ? new Failure(
          'refused',
          `You have too few credits for this.${said}`,
          'Get more credits, then try again.',
        )
      : new Failure(
          'refused',
          `The service refused this.${said}`,
          'Change what it names; sent unchanged, it would be refused again.',
        )
  if (answer.status === 401)
    return new Failure('sign-in', `${place} says that no token was sent.${said}`, 'Run miniapp login.')
  if (answer.status === 402)
    return new Failure(
      'refused',
      `You have too few credits for this.${said}`,
      'Get more credits, then try again.',
    )
  if (answer.status === 404)
    return namesOne
      ? new Failure('not-found', `${place} has nothing of that id.${said}`, 'Check the id.')
      : new Failure('network', `${place} has no such operation.${said}`, CHECK_ADDRESS)
  if (answer.status === 413)
    return new Failure(
      'refused',
      `${place} takes no request as large as this.${said}`,
      'Send a smaller file, or a shorter text.',
    )
  if (answer.status === 429) {
    const wait = retryAfter(answer.headers, now)
    return new Failure(
      'rate-limited',
      `${place} asks for fewer requests.${said}`,
      `Wait ${wait === null ? 'a while' : describeWait(wait)}, then try again.`,
    )
  }
  if (answer.status >= 500)
    return new Failure('network', `${place} failed with status ${answer.status}.${said}`, 'Try again later.')
  return new Failure(
    'network',
    `${place} answered with status ${answer.status}, which the API does not know.${said}`,
    CHECK_ADDRESS,
  )
}

const CHECK_ADDRESS = 'Check that --base-url is the address of the service.'

/** 7: a lack of credits is told in the message of a 400. */
const LACKS_CREDITS = /upstream status 402/i

/**
 * The message of an error answer (2.7), or null where it has none. Other servers put it elsewhere; where it is in none
 * of the usual places, the answer itself is the message, unless it is a page.
 */
export const errorWords = (answer: HttpAnswer): string | null => {
  const document = parseJson(answer.text)
  const words = [
    field(document, 'error_description'),
    errorAnswer.safeParse(document).data?.error,
    field(field(document, 'error'), 'message'),
    field(document, 'message'),
    field(document, 'detail'),
  ].find((text): text is string => typeof text === 'string' && text.trim() !== '')
  const text = (words ?? (isBareObject(document) ? '' : answer.text)).trim()
  return text === '' || text.startsWith('<') ? null : text.slice(0, MAX_WORDS)
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** `{}` or a field of no use: that says nothing. */
const isBareObject = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((inner) => inner === null || inner === '')

const MAX_WORDS = 1_000

/** The `result` of an answer with status 200 (2.1), or null where it is no such answer. */
export const readResult = (answer: HttpAnswer): string | null =>
  resultAnswer.safeParse(parseJson(answer.text)).data?.result ?? null

export const notTheApi = (answer: HttpAnswer, place: string): Failure =>
  new Failure(
    'network',
    `${place} answered with something else than the API's JSON: ${excerpt(answer.text)}`,
    CHECK_ADDRESS,
  )

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The schema refuses undefined, and its caller says what came instead.
    return undefined
  }
}

const EXCERPT_CHARACTERS = 80

const excerpt = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  if (line === '') return 'nothing at all.'
  return line.length > EXCERPT_CHARACTERS ? `“${line.slice(0, EXCERPT_CHARACTERS)}…”.` : `“${line}”.`
}

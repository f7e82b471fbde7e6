import type { AssistantTool, Capability } from '../../platform/features.js'
import {
  AI_ANSWERS_PER_HOUR,
  AI_IMAGES_PER_HOUR,
  AI_SOUNDS_PER_HOUR,
  AI_WEB_SEARCHES_PER_HOUR,
} from '../../platform/limits.js'
import { HOUR_MS } from '../../platform/units.js'
import type { Cause } from '../control/switches.js'
import type { RateLimit } from '../rate-window.js'
import type { Call } from '../session/call.js'
import type { SheetTurn } from '../session/sheet-turns.js'
import { type AiMade, type AiRequest, type AiService, MODEL_BYTES } from './ai-maker.js'
import type { AiRun } from './ai-requests.js'
import type { AiStrip } from './ai-strip.js'
import { availabilityOf, usableTools } from './availability.js'
import { rememberConsent } from './document.js'
import { downloading, type Step, working } from './timetable.js'

/** How the app learns that it gets nothing (4.7). The reason is only in the log. */
export interface Refusal {
  readonly status: 'cancelled' | 'unavailable' | 'blocked'
}

/**
 * Answers an AI request (4.7). Checks the device and the person, that no other request is running, and the hourly limits; asks for consent; downloads the model; then runs the stages, and reports each as `ai.progress`.
 * @throws {CallRejection} BUSY
 */
export const answerRequest = async (
  request: AiRequest,
  call: Call,
  ai: AiService,
): Promise<{ readonly made: AiMade } | Refusal> => {
  const { capability } = request
  const { state, why, by } = availabilityOf(capability, call.session.app, call.switches)
  if (state === 'unavailable') return refuse(call, 'unavailable', why ?? '', by)
  if (searchesWeb(request) && !mayUseTool(WEB_SEARCH, capability, call))
    return refuse(call, 'unavailable', `No admin has granted the tool ${WEB_SEARCH} (3.1).`, 'grant')
  const asks = state === 'needs_download' || !agreedBefore(capability, call, ai)
  // Before the first await: of two calls made in one tap, the first one opens its sheet.
  const run = call.session.ai.begin()
  const sheet = asks ? call.claimSheet() : null
  try {
    const limit = limitReached(request, call)
    if (limit !== null) return refuse(call, 'unavailable', limit, 'limit')
    if (sheet !== null) {
      const refusal = await ask(sheet, state === 'needs_download', capability, run, call, ai)
      if (refusal !== null) return refusal
      const now = availabilityOf(capability, call.session.app, call.session.switches())
      if (now.state === 'unavailable') return refuse(call, 'unavailable', now.why ?? '', now.by)
    }
    if (state === 'needs_download') {
      const refusal = await download(request, run, call, ai)
      if (refusal !== null) return refusal
    }
    return await work(request, run, call, ai)
  } finally {
    run.end()
  }
}

const refuse = (call: Call, status: Refusal['status'], why: string, by?: Cause): Refusal => {
  call.explain(why, by)
  return { status }
}

const WEB_SEARCH: AssistantTool = 'web_search'

const searchesWeb = (request: AiRequest): boolean =>
  request.capability === 'ai.assistant' && request.webSearch

/** Whether the app declares a tool, and may use it (2.4, 3.1). */
const mayUseTool = (tool: AssistantTool, capability: Capability, { session: { app } }: Call): boolean => {
  const declared = app.capabilities[capability]
  return declared !== undefined && usableTools(declared).includes(tool)
}

const stopped = (run: AiRun, call: Call): Refusal => refuse(call, 'cancelled', run.stopped ?? '')

const agreedBefore = (
  capability: Capability,
  { session: { seat } }: Call,
  { consents }: AiService,
): boolean => consents.value.get(seat.appUserId)?.has(capability) === true

interface AiLimit extends RateLimit {
  readonly what: string
}

const PICTURES: AiLimit = { what: 'pictures', limit: AI_IMAGES_PER_HOUR, windowMs: HOUR_MS }
const SOUNDS: AiLimit = { what: 'sounds', limit: AI_SOUNDS_PER_HOUR, windowMs: HOUR_MS }
const ANSWERS: AiLimit = { what: 'answers', limit: AI_ANSWERS_PER_HOUR, windowMs: HOUR_MS }
const WEB_SEARCHES: AiLimit = { what: 'web searches', limit: AI_WEB_SEARCHES_PER_HOUR, windowMs: HOUR_MS }

/** The rate limits of a request (8.4). */
const limitsOf = (request: AiRequest): readonly AiLimit[] => {
  if (request.capability === 'ai.image') return [PICTURES]
  if (request.capability === 'ai.audio') return [SOUNDS]
  return request.webSearch ? [ANSWERS, WEB_SEARCHES] : [ANSWERS]
}

const limitReached = (request: AiRequest, { session: { seat, clock } }: Call): string | null => {
  for (const limit of limitsOf(request)) {
    const wait = seat.rate(limit).wait(clock.now())
    if (wait !== null)
      return `This person got ${limit.limit} ${limit.what} in this app within an hour (8.4). The next one is possible in ${Math.ceil(wait / 60_000)} min.`
  }
  return null
}

/** Asks the person whether the app may use AI: the first time, and before a download. */
const ask = async (
  sheet: SheetTurn,
  needsDownload: boolean,
  capability: Capability,
  run: AiRun,
  call: Call,
  ai: AiService,
): Promise<Refusal | null> => {
  const { app, seat } = call.session
  const declared = app.capabilities[capability]
  const opened = sheet.open(
    'ai',
    {
      app: app.name,
      capability,
      purpose: declared?.purpose ?? '',
      searchesWeb: mayUseTool(WEB_SEARCH, capability, call),
      downloadBytes: needsDownload ? MODEL_BYTES[capability] : null,
    },
    () => null,
  )
  const chosen = await run.orStopped(opened)
  if (chosen === null) {
    sheet.withdraw()
    return stopped(run, call)
  }
  if (chosen.value === 'not-now')
    return refuse(call, 'cancelled', 'The person chose `Not now`. The next request asks again (4.7).')
  if (await rememberConsent(ai.consents, seat.appUserId, capability)) call.saved('ai-consent')
  return run.stopped === null ? null : stopped(run, call)
}

const download = async (
  request: AiRequest,
  run: AiRun,
  call: Call,
  ai: AiService,
): Promise<Refusal | null> => {
  const { capability } = request
  const { network, aiPace } = call.session.switches()
  if (network.offline)
    return refuse(
      call,
      'unavailable',
      'The model is not on the phone and cannot be downloaded without a connection.',
      'network',
    )
  const whole = await run.play(downloading(MODEL_BYTES[capability], aiPace), (step) =>
    report(step, request, call),
  )
  if (!whole) return stopped(run, call)
  await ai.modelDownloaded(call.session.seat.number, capability)
  return null
}

const work = async (
  request: AiRequest,
  run: AiRun,
  call: Call,
  ai: AiService,
): Promise<{ readonly made: AiMade } | Refusal> => {
  const { aiAnswer, aiPace } = call.session.switches()
  if (aiAnswer === 'blocked') {
    ai.maker.blocked(request)
    return refuse(call, 'blocked', 'The switch `aiAnswer` is `blocked`.', 'aiAnswer')
  }
  const { seat, clock } = call.session
  for (const limit of limitsOf(request)) seat.rate(limit).take(clock.now())
  const { capability } = request
  const script = await run.orStopped(ai.maker.scripted(request))
  if (script === null) return stopped(run, call)
  const scripted = script.value
  const steps = working(request, aiPace, !call.session.ai.loaded.has(capability), scripted?.delayMs ?? null)
  if (!(await run.play(steps, (step) => report(step, request, call)))) return stopped(run, call)
  call.session.ai.loaded.add(capability)
  if (scripted !== null) {
    call.explain(`${scripted.location} answers this request.`)
    if (scripted.answer !== null)
      return 'status' in scripted.answer ? scripted.answer : { made: scripted.answer }
  }
  const made = await run.orStopped(ai.maker.make(request))
  return made === null ? stopped(run, call) : { made: made.value }
}

/** Reports a step to the app. @returns what the strip shows during it */
const report = ({ stage, done, total }: Step, { capability, prompt }: AiRequest, call: Call): AiStrip => {
  call.sendProgress({ stage, ...(done === undefined || total === undefined ? {} : { done, total }) })
  return {
    capability,
    words: prompt,
    stage,
    share: done === undefined || total === undefined ? null : done / total,
  }
}

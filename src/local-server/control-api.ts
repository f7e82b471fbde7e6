import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express'
import type * as z from 'zod'
import type { AnswerOf, PathNames, Route, Routes } from '../control/contract.js'
import { describeIssues, plainIssue } from '../platform/issues.js'

/** Refuses a request: an answer with this status and `{"error":"…"}`. */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal'
  readonly status: number
  /** What the answer has besides the error. */
  readonly more: object

  constructor(status: number, message: string, more: object = {}) {
    super(message)
    this.status = status
    this.more = more
  }
}

/** A request to a route, read by the contract. */
interface RouteRequest<Key, R extends Route> {
  readonly path: Readonly<Record<PathNames<Key>, string>>
  readonly query: R extends { readonly query: infer Query extends z.ZodType } ? z.output<Query> : undefined
  readonly body: R extends { readonly body: infer Body extends z.ZodType } ? z.output<Body> : undefined
  readonly request: Request
  readonly response: Response
}

/** Null where the handler has written the response itself. */
type Answer<R extends Route> = AnswerOf<R> | null

/** The handlers of all routes, or of some. */
export type Handlers<R extends Routes, Keys extends keyof R = keyof R> = {
  readonly [Key in Keys]: (request: RouteRequest<Key, R[Key]>) => Answer<R[Key]> | Promise<Answer<R[Key]>>
}

/** The handlers of the routes whose paths begin with one of these words. */
export type HandlersBelow<R extends Routes, Words extends string> = Handlers<
  R,
  Extract<keyof R, `${string} ${Words}` | `${string} ${Words}/${string}`>
>

export interface ControlApi<R extends Routes> {
  readonly routes: R
  /** A route without a handler, or a handler without a route, does not compile. */
  readonly handlers: Handlers<R>
  /** Who may ask. */
  readonly access: readonly RequestHandler[]
  /** The answer to an expected failure; null for a defect. */
  readonly refusalOf: (error: unknown) => { readonly status: number; readonly error: string } | null
}

/** Serves the routes of a control API. A failure is answered with `{"error":"…"}`. */
export const controlRouter = <R extends Routes>({
  routes,
  handlers,
  access,
  refusalOf,
}: ControlApi<R>): Router => {
  const router = express.Router()
  router.use(...access)
  for (const [key, route] of Object.entries(routes)) {
    const [method = '', path = ''] = key.split(' ')
    // The table has, for each route, the handler that takes its requests. The compiler cannot follow that.
    const handle = handlers[key] as unknown as (given: unknown) => unknown
    const answer = async (request: Request, response: Response): Promise<void> => {
      const query = read(route.query, request.query, 'The query', route)
      const body =
        route.body === 'bytes'
          ? undefined
          : read(route.body, request.body === undefined ? {} : request.body, 'The body', route)
      const answered = await handle({ path: request.params, query, body, request, response })
      if (answered === null) return
      response.status(route.status ?? 200)
      if (answered === undefined) response.end()
      else response.json(answered)
    }
    const isJson = route.body !== undefined && route.body !== 'bytes'
    // Of any type: `curl -d` sends that of a form, and a body that nobody reads would be lost in silence.
    const readJson = express.json({ limit: route.limit ?? '64kb', strict: false, type: () => true })
    const steps = isJson ? [readJson, answer] : [answer]
    router[METHODS[method] ?? 'all'](`/${path}`, ...steps)
  }
  router.use((request, response) => {
    response.status(404).json({ error: `The control API has no ${request.method} ${request.originalUrl}.` })
  })
  // Express recognises an error handler by its four parameters.
  router.use((error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    const refusal = response.headersSent ? null : (refusalOf(error) ?? requestRefusal(error))
    if (refusal === null) next(error)
    else
      response
        .status(refusal.status)
        .json({ error: refusal.error, ...(error instanceof ControlRefusal ? error.more : {}) })
  })
  return router
}

/** The type of answers with one JSON object a line. */
export const LINES = 'application/x-ndjson'

/** Whether a request wants one JSON object a line. */
export const wantsLines = (request: Request): boolean =>
  request.accepts(['application/json', LINES]) === LINES

/** Answers with entries, one a line, where the request wants that. @returns whether it did */
export const answeredLines = (
  entries: readonly unknown[],
  { request, response }: { readonly request: Request; readonly response: Response },
): boolean => {
  if (!wantsLines(request)) return false
  response.type(LINES).send(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return true
}

const METHODS: Readonly<Record<string, 'get' | 'put' | 'post' | 'patch' | 'delete'>> = {
  GET: 'get',
  PUT: 'put',
  POST: 'post',
  PATCH: 'patch',
  DELETE: 'delete',
}

const read = (schema: z.ZodType | undefined, given: unknown, whole: string, { example }: Route): unknown => {
  const parsed = schema?.safeParse(given, { error: plainIssue })
  if (parsed === undefined || parsed.success) return parsed?.data
  const issues = describeIssues(parsed.error, whole)
  throw new ControlRefusal(400, example === undefined ? issues : `${issues}. ${example}`)
}

/** The answer to a request that cannot be read, or is refused; null for a defect. */
const requestRefusal = (error: unknown): { readonly status: number; readonly error: string } | null => {
  if (error instanceof ControlRefusal) return { status: error.status, error: error.message }
  if (error instanceof URIError) return { status: 400, error: 'The URL of the request is malformed.' }
  const status = error instanceof Error && 'status' in error ? error.status : null
  const words = typeof status === 'number' ? BODY_ERRORS[status] : undefined
  return words === undefined ? null : { status: Number(status), error: words }
}

/** Errors of body-parser, by their status. */
const BODY_ERRORS: Readonly<Record<number, string>> = {
  400: 'The body is not JSON.',
  413: 'The body is too large.',
  415: 'The body must be JSON in UTF-8, optionally compressed with gzip, deflate or br.',
}

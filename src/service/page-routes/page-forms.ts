import { type Request, type Response, type Router, urlencoded } from 'express'
import type * as z from 'zod'
import { describeIssues, plainIssue } from '../../platform/issues.js'
import { ownOriginOnly } from '../http/own-origin.js'
import { RefusedError } from '../miniapps/context.js'
import { type FormState, type Page, sendPage, sendProblem } from '../pages/layout.js'
import { OWN_MEMBER_ID } from '../records/records.js'
import type { World } from '../world.js'
import { Tickets } from './tickets.js'

/** The HTTP status of a refusal. */
export const REFUSAL_STATUS = { invalid: 400, 'not-found': 404, conflict: 409 } as const

/**
 * The forms of our own pages: sent from our own origin, with a ticket that only that page can know, good once
 * (cross-site request forgery).
 */
export class PageForms {
  /** By ticket: the page that it was issued to. */
  readonly #tickets: Tickets<string>

  constructor(world: World) {
    this.#tickets = new Tickets(world)
  }

  /**
   * For the forms of one page; the first that is sent uses it up.
   * @param page its address; with the member for whom it is shown, where a form acts for that member
   */
  ticket(page: string): string {
    return this.#tickets.issue(page)
  }

  /** Uses a ticket up. */
  isTicket(given: string, page: string): boolean {
    return this.#tickets.redeem(given) === page
  }

  refuse(response: Response): void {
    const text = 'This form has expired or was already sent. Go back, reload the page, and try again.'
    sendProblem(response, 403, 'Refused', text)
  }

  /** Serves a page at a path, and what its forms send there. */
  serve<Names extends string = never>(router: Router, path: string, page: ServedPage<Names>): void {
    const send = async (
      request: PageRequest<Names>,
      response: Response,
      problem: string | null,
      status?: number,
    ): Promise<void> => {
      const ticket = this.ticket(page.address(request))
      sendPage(response, await page.show(request, { ticket, problem }), status)
    }
    router.get(path, (request: PageRequest<Names>, response: Response) => send(request, response, null))
    for (const [below, act] of Object.entries(page.acts))
      router.post(
        `${path}${below}`,
        ownOriginOnly,
        urlencoded({ extended: false, limit: '64kb', parameterLimit: 1_024 }),
        async (request: PageRequest<Names>, response: Response) => {
          const address = page.address(request)
          if (!this.isTicket(fieldOf(request, 'ticket'), address)) return this.refuse(response)
          try {
            const next = await act(request)
            response.redirect(303, typeof next === 'string' ? next : address)
          } catch (error) {
            if (!(error instanceof RefusedError)) throw error
            await send(request, response, error.message, REFUSAL_STATUS[error.kind])
          }
        },
      )
  }
}

type PageRequest<Names extends string> = Request<Record<Names, string>>

/** A page whose path has parameters of these names. */
interface ServedPage<Names extends string> {
  /** Its address, with the member for whom it is shown, where a form acts for that member. */
  readonly address: (request: PageRequest<Names>) => string
  readonly show: (request: PageRequest<Names>, state: FormState) => Page | Promise<Page>
  /** What its forms ask for, by the part of their path below the page's. */
  readonly acts: Readonly<Record<string, Act<Names>>>
}

/**
 * Does what a form asks for.
 * @returns where to go then; anything else than a text leads back to the page
 * @throws {RefusedError}
 */
type Act<Names extends string> = (request: PageRequest<Names>) => Promise<unknown>

/**
 * The member for whom a page is shown: of a form, the one that it acts for; else the one that `?as=` names.
 */
export const memberAsked = (request: Request<unknown>): string => {
  if (request.method === 'POST') return fieldOf(request, 'as')
  const member = request.query['as']
  return typeof member === 'string' && member !== '' ? member : OWN_MEMBER_ID
}

/** A form that no page of the service has. */
export const unknownForm = (): RefusedError =>
  new RefusedError('invalid', 'This page does not have that form.')

/** A field of a form; empty where it is missing. */
export const fieldOf = (request: Pick<Request, 'body'>, name: string): string => {
  const value = ((request.body ?? {}) as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}

/** Reads what a form asks for, as the control API takes it. @throws {RefusedError} `invalid`, naming each field */
export const readBody = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(body, { error: plainIssue })
  if (parsed.success) return parsed.data
  throw new RefusedError('invalid', describeIssues(parsed.error, 'The form'))
}

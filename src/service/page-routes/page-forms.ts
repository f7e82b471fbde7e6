import { type NextFunction, type Request, type Response, urlencoded } from 'express'
import type * as z from 'zod'
import { describeIssues, plainIssue } from '../../platform/issues.js'
import { ownOriginOnly } from '../http/own-origin.js'
import { RefusedError } from '../miniapps/refused.js'
import { problemPage } from '../pages/device-page.js'
import { sendPage } from '../pages/layout.js'
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

  /**
   * What stands before the route of a form.
   * @param pageOf the address of the page that a form comes from
   */
  guarded<Params>(pageOf: (request: Request<Params>) => string) {
    return [
      ownOriginOnly,
      urlencoded({ extended: false, limit: '64kb', parameterLimit: 1_024 }),
      (request: Request<Params>, response: Response, next: NextFunction): void => {
        if (this.isTicket(fieldOf(request, 'ticket'), pageOf(request))) next()
        else this.refuse(response)
      },
    ]
  }

  /** Uses a ticket up. */
  isTicket(given: string, page: string): boolean {
    return this.#tickets.redeem(given) === page
  }

  refuse(response: Response): void {
    sendPage(response, {
      title: 'Refused',
      status: 403,
      narrow: true,
      body: problemPage('Refused', 'This form is too old, or was sent before. Open its page again.'),
    })
  }
}

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

/**
 * Does what a form asks for.
 * @param back where to go then
 * @param show the page again, with why it was refused
 */
export const answerForm = async (
  response: Response,
  work: () => Promise<unknown>,
  back: () => string,
  show: (problem: string, status: number) => void | Promise<void>,
): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    await show(error.message, REFUSAL_STATUS[error.kind])
    return
  }
  response.redirect(303, back())
}

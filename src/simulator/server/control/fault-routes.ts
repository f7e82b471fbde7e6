import express, { type Response, type Router } from 'express'
import * as z from 'zod'
import { seatSchema } from '../../../host/control/data-schemas.js'
import { MOMENTS } from '../../../host/control/faults/injected-fault.js'
import type { Action } from '../../../host/log/action.js'
import { METHODS } from '../../../platform/calls/methods.js'
import { sdkName } from '../../../platform/calls/table.js'
import { ERROR_CODES, type ErrorCode } from '../../../platform/error-codes.js'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import { HOUR_MS } from '../../../platform/units.js'
import type { Simulator } from '../simulator.js'

/** `control/trouble` and `control/torture`: injected faults and random faults. */
export const faultRoutes = (simulator: Simulator): Router => {
  const router = express.Router()
  const json = express.json({ limit: '1mb' })
  const state = () => ({ orders: simulator.faults.orders, torture: simulator.faults.randomSeed })
  const note = (message: string, action: Action, seat = 1): void => {
    const { log } = simulator
    log.add({ kind: 'note', seat, message, action, received: log.receive() })
  }

  router.get('/trouble', (_request, response) => {
    response.json(state())
  })

  router.post('/trouble', json, async (request, response) => {
    const parsed = schemaFor(request.body).safeParse(request.body, { error: plainIssue })
    if (!parsed.success) {
      refuse(response, `${describeIssues(parsed.error, 'The body')}. ${EXAMPLES}`)
      return
    }
    const { seat } = parsed.data
    if ('moment' in parsed.data) {
      const { moment } = parsed.data
      if (moment !== 'zero-size') await simulator.steering.trigger(seat ?? 1, moment)
      else if (!simulator.steering.squeeze(seat ?? 1)) {
        refuse(response, `Seat ${seat ?? 1} is not open.`)
        return
      }
    } else {
      const { method, times, ...trouble } = parsed.data
      const order = { seat: seat ?? null, method: method ?? null, times, trouble: faultOf(trouble) }
      simulator.faults.add(order)
      note(
        `The developer ordered a fault for ${times === 'next' ? 'the next' : 'every'} ${method === undefined ? 'call' : sdkName(method)}${seat === undefined ? '' : ` of seat ${seat}`}.`,
        { do: 'order-trouble', order },
        seat,
      )
    }
    response.json(state())
  })

  router.delete('/trouble', (request, response) => {
    const id = z.coerce.number().int().optional().safeParse(request.query['id'])
    if (!id.success || (id.data !== undefined && !simulator.faults.remove(id.data))) {
      response.status(404).json({ error: 'There is no fault order with this id.' })
      return
    }
    if (id.data === undefined) simulator.faults.clear()
    note('The developer removed fault orders.', { do: 'call-off-trouble', id: id.data ?? null })
    response.json(state())
  })

  router.put('/torture', json, (request, response) => {
    const torture = tortureSchema.safeParse(request.body, { error: plainIssue })
    if (!torture.success) {
      refuse(
        response,
        `${describeIssues(torture.error, 'The body')}. Send {"seed":7}, or {"seed":null} to end it.`,
      )
      return
    }
    const { seed } = torture.data
    simulator.faults.setRandomSeed(seed)
    note(seed === null ? 'Random faults ended.' : `Random faults with the seed ${seed} started.`, {
      do: 'torture',
      seed,
    })
    response.json(state())
  })

  return router
}

const seedSchema = z
  .int()
  .min(0)
  .max(2 ** 31)

const LONGEST_DELAY_MS = HOUR_MS

const tortureSchema = z.strictObject({ seed: seedSchema.nullable() })

const momentSchema = z.strictObject({
  seat: seatSchema.optional(),
  moment: z.enum([...MOMENTS, 'zero-size']),
})

const callFaultSchema = z
  .strictObject({
    seat: seatSchema.optional(),
    method: z.enum(METHODS).optional(),
    times: z.enum(['next', 'every']).default('next'),
    silence: z.literal(true).optional(),
    slow: z.int().min(1).max(LONGEST_DELAY_MS).optional(),
    error: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).optional(),
    answer: z.json().optional(),
    cancel: z.literal(true).optional(),
  })
  .refine(
    ({ silence, slow, error, answer, cancel }) =>
      [silence, slow, error, answer, cancel].filter((one) => one !== undefined).length === 1,
    'must have exactly one of `silence`, `slow`, `error`, `answer` and `cancel`',
  )

/** The form that a body is meant to have, so that the answer names what is wrong with that one. */
const schemaFor = (body: unknown): typeof momentSchema | typeof callFaultSchema =>
  typeof body === 'object' && body !== null && 'moment' in body ? momentSchema : callFaultSchema

const faultOf = (order: {
  readonly slow?: number | undefined
  readonly error?: ErrorCode | undefined
  readonly answer?: unknown
  readonly cancel?: true | undefined
}) => {
  if (order.error !== undefined) return { what: 'error', code: order.error } as const
  if (order.answer !== undefined) return { what: 'answer', result: order.answer } as const
  if (order.slow !== undefined) return { what: 'slow', ms: order.slow } as const
  return order.cancel === true ? ({ what: 'cancel' } as const) : ({ what: 'silence' } as const)
}

const EXAMPLES =
  'Send {"method":"storage.set","error":"STORAGE_FULL"}, {"slow":3000,"times":"every"}, {"method":"pay","answer":{"status":"cancelled"}}, {"method":"pay","silence":true} or {"moment":"end-session"}.'

const refuse = (response: Response, error: string): void => {
  response.status(400).json({ error })
}

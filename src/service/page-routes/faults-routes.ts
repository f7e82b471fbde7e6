import { type Request, type Response, Router } from 'express'
import { faultsBody } from '../../control/service-bodies.js'
import { OPERATIONS, type OperationName } from '../../platform/publishing.js'
import { viewFaults } from '../control/views.js'
import { changeFaults, type FaultsChange } from '../faults/change-faults.js'
import { RefusedError } from '../miniapps/refused.js'
import { faultsPage } from '../pages/faults-page.js'
import { sendPage } from '../pages/layout.js'
import { FAULTS_PAGE_PATH } from '../pages/paths.js'
import type { World } from '../world.js'
import { answerForm, fieldOf, type PageForms, readBody } from './page-forms.js'

/** The page where faults are switched on. */
export const faultsRoutes = (world: World, forms: PageForms): Router => {
  const router = Router()

  const show = (response: Response, problem: string | null, status = 200): void =>
    sendPage(response, {
      title: 'Faults',
      path: FAULTS_PAGE_PATH,
      status,
      body: faultsPage({ faults: viewFaults(world), ticket: forms.ticket(FAULTS_PAGE_PATH), problem }),
    })

  router.get(FAULTS_PAGE_PATH, (_request, response) => show(response, null))

  router.post(
    FAULTS_PAGE_PATH,
    forms.guarded(() => FAULTS_PAGE_PATH),
    async (request: Request, response: Response) => {
      await answerForm(
        response,
        async () => changeFaults(world, changeOf(request)),
        () => FAULTS_PAGE_PATH,
        (problem, status) => show(response, problem, status),
      )
    },
  )

  const changeOf = (request: Request): FaultsChange => {
    const field = (name: string): string => fieldOf(request, name).trim()
    switch (field('do')) {
      case 'all': {
        const active = viewFaults(world)
        // A choice that is left as it is does not begin again.
        const changed = (['api', 'signIn', 'payments', 'payouts'] as const).filter(
          (name) => field(name) !== '' && field(name) !== active[name],
        )
        return readBody(faultsBody, Object.fromEntries(changed.map((name) => [name, field(name)])))
      }
      case 'operation': {
        const operation = operationOf(field('operation'))
        const [count, delay] = [field('count'), field('delay')]
        return readBody(faultsBody, {
          operations: {
            [operation]: {
              fault: field('fault'),
              ...(count === '' ? {} : { count: Number(count) }),
              ...(delay === '' ? {} : { delay }),
            },
          },
        })
      }
      case 'operation-off':
        return readBody(faultsBody, { operations: { [operationOf(field('operation'))]: null } })
      default:
        throw new RefusedError('invalid', 'The form asks for nothing that this page does.')
    }
  }

  return router
}

const operationOf = (name: string): OperationName => {
  const names = Object.keys(OPERATIONS) as OperationName[]
  const operation = names.find((one) => one === name)
  if (operation === undefined)
    throw new RefusedError('invalid', `operation: must be one of ${names.join(', ')}.`)
  return operation
}

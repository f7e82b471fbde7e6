import { type Request, Router } from 'express'
import { type FaultsChange, faultsBody } from '../../control/service-bodies.js'
import { OPERATIONS, type OperationName } from '../../platform/publishing.js'
import { changeFaults } from '../changes.js'
import { viewFaults } from '../control/views.js'
import { RefusedError } from '../miniapps/context.js'
import { faultsPage } from '../pages/faults-page.js'
import { FAULTS_PAGE_PATH } from '../pages/paths.js'
import type { World } from '../world.js'
import { fieldOf, type PageForms, readBody, unknownForm } from './page-forms.js'

/** The page where faults are switched on. */
export const faultsRoutes = (world: World, forms: PageForms): Router => {
  const router = Router()

  forms.serve(router, FAULTS_PAGE_PATH, {
    address: () => FAULTS_PAGE_PATH,
    show: (_request, state) => ({
      title: 'Faults',
      path: FAULTS_PAGE_PATH,
      body: faultsPage({ faults: viewFaults(world), ...state }),
    }),
    acts: { '': async (request) => changeFaults(world, changeOf(request)) },
  })

  const changeOf = (request: Pick<Request, 'body'>): FaultsChange => {
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
        throw unknownForm()
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

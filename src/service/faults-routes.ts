import { Router, urlencoded } from 'express'
import { API_FAULTS, type ApiFault, SIGN_IN_FAULTS, type SignInFault } from './faults.js'
import { ownOriginOnly } from './own-origin.js'
import { faultsPage } from './pages/faults-page.js'
import { sendPage } from './pages/layout.js'
import { FAULTS_PAGE_PATH } from './pages/paths.js'
import type { World } from './world.js'

/** The page where faults are switched on. */
export const faultsRoutes = (world: World): Router => {
  const router = Router()
  router.get(FAULTS_PAGE_PATH, (_request, response) => {
    sendPage(response, {
      title: 'Faults',
      path: FAULTS_PAGE_PATH,
      body: faultsPage({ ...world.faults, ...world.miniApps.faults }),
    })
  })
  router.post(
    FAULTS_PAGE_PATH,
    ownOriginOnly,
    urlencoded({ extended: false, limit: '4kb', parameterLimit: 8 }),
    async (request, response) => {
      const fields = (request.body ?? {}) as Readonly<Record<string, unknown>>
      if (isApiFault(fields['api'])) world.faults.api = fields['api']
      if (isSignInFault(fields['sign_in'])) world.faults.signIn = fields['sign_in']
      await world.miniApps.setFaults({
        payments: (['ok', 'pending', 'unavailable'] as const).find((name) => name === fields['payments']),
        payouts: (['ok', 'failing'] as const).find((name) => name === fields['payouts']),
      })
      response.redirect(303, FAULTS_PAGE_PATH)
    },
  )
  return router
}

const isApiFault = (name: unknown): name is ApiFault =>
  typeof name === 'string' && Object.hasOwn(API_FAULTS, name)

const isSignInFault = (name: unknown): name is SignInFault =>
  typeof name === 'string' && Object.hasOwn(SIGN_IN_FAULTS, name)

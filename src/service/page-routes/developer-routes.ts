import { type Request, type Response, Router } from 'express'
import type { Problem } from '../../check/problem.js'
import type { AppChange } from '../../control/service-bodies.js'
import { viewClient } from '../control/connection-views.js'
import { viewApp, viewSale } from '../control/views.js'
import { readFileForm } from '../http/multipart.js'
import { ownOriginOnly } from '../http/own-origin.js'
import { changeApp } from '../miniapps/change-app.js'
import { appOf, memberOf, RefusedError, versionOf } from '../miniapps/context.js'
import { historyOf } from '../miniapps/history.js'
import { noticesOf } from '../miniapps/lists.js'
import { salesOf } from '../miniapps/market.js'
import { FAR_TOO_LARGE, receiveUpload } from '../miniapps/receive-upload.js'
import { registerApp } from '../miniapps/registration.js'
import { actOnVersion } from '../miniapps/review.js'
import { ZIP_NAME } from '../miniapps/version-files.js'
import { type FormState, type Page, RUN_ORIGINS, sendPage } from '../pages/layout.js'
import { appPage } from '../pages/mini-apps/app-page.js'
import { developerPage } from '../pages/mini-apps/developer-page.js'

import { DEVELOPER_PATH, developerAppPath, developerPath } from '../pages/paths.js'

import { faultOfZip } from '../records/check-files.js'

import type { World } from '../world.js'
import { fieldOf, memberAsked, type PageForms, REFUSAL_STATUS, unknownForm } from './page-forms.js'
import { ownId, shownPart, viewed } from './shown-parts.js'

const MOST_TICKET_BYTES = 200
const REFUSED_STATUS = 422
const VERSIONS_PER_PAGE = 5

/** The developers' pages: registration, and an app with its upload, versions and sales. */
export const developerRoutes = (world: World, forms: PageForms): Router => {
  const { miniApps, versionFiles, runs } = world
  const router = Router()

  forms.serve(router, DEVELOPER_PATH, {
    address: (request) => developerPath(memberAsked(request)),
    show: (request, state) => {
      const { records } = miniApps
      const member = memberOf({ draft: records }, memberAsked(request))
      const own = [...records.all('miniApp')].filter(({ owner }) => owner === member.id)
      return {
        title: 'Developer',
        path: DEVELOPER_PATH,
        body: developerPage({
          member,
          members: [...records.all('member')],
          apps: viewed(shownPart(request, 'apps', own, ownId), (app) => viewApp(records, app)),
          clients: [...world.store.all('app')]
            .map((client) => viewClient(world, client))
            .filter(({ owner }) => owner === member.id),
          notices: shownPart(request, 'notices', noticesOf(records, member.id), ownId),
          history: shownPart(request, 'history', historyOf(records, member.id), ownId),
          ...state,
        }),
      }
    },
    acts: {
      '': async (request) => {
        const registration = {
          owner: fieldOf(request, 'as'),
          name: fieldOf(request, 'name'),
          category: fieldOf(request, 'category'),
        }
        const app = await miniApps.run((context) => registerApp(context, registration, world.random))
        return developerAppPath(app.id)
      },
    },
  })

  /** @param refused what the last upload was refused for; null without one */
  const appPageOf = (
    request: Request<{ id: string }>,
    state: FormState,
    refused: readonly Problem[] | null,
  ): Page => {
    const { id } = request.params
    const { records } = miniApps
    const app = appOf({ draft: records }, id)
    const view = viewApp(records, app)
    const sold = [...salesOf(records, id)].reverse()
    return {
      title: app.name,
      section: DEVELOPER_PATH,
      formTarget: RUN_ORIGINS,
      hasScript: true,
      body: appPage({
        app: view,
        versions: shownPart(
          request,
          'versions',
          [...view.versions].reverse(),
          ({ version }) => version,
          VERSIONS_PER_PAGE,
        ),
        sales: viewed(shownPart(request, 'sales', sold, ownId), viewSale),
        refused,
        ...state,
      }),
    }
  }

  forms.serve<'id'>(router, `${DEVELOPER_PATH}/apps/:id`, {
    address: ({ params }) => developerAppPath(params.id),
    show: (request, state) => appPageOf(request, state, null),
    acts: { '': (request) => act(request.params.id, request) },
  })

  router.get(`${DEVELOPER_PATH}/apps/:id/versions/:version/app.zip`, async (request, response) => {
    const version = versionOf({ draft: miniApps.records }, request.params.id, request.params.version)
    const isWhole = (await faultOfZip(world, version)) === null
    const zip = isWhole ? await versionFiles.read(version, ZIP_NAME) : null
    if (zip === null)
      throw new RefusedError('not-found', 'The zip of this version was removed, or is damaged.')
    response.attachment(`${version.appId}-${version.version}.zip`).set('Content-Length', String(zip.bytes))
    zip.stream.pipe(response)
  })

  /** What the developer's forms of an app ask for. */
  const act = async (id: string, request: Pick<Request, 'body'>): Promise<unknown> => {
    const change = (wanted: AppChange): Promise<unknown> =>
      miniApps.run((context) => changeApp(context, id, wanted))
    const version = fieldOf(request, 'version')
    switch (fieldOf(request, 'do')) {
      case 'test':
        return (await runs.openTest(id, version)).url
      case 'withdraw':
        return miniApps.run((context) => actOnVersion(context, { appId: id, version }, 'withdraw', null))
      case 'category':
        return change({ category: fieldOf(request, 'category') })
      case 'multiplayer':
        return change({ multiplayer: 'asked', description: fieldOf(request, 'description').trim() })
      case 'delete': {
        const { name } = appOf({ draft: miniApps.records }, id)
        if (fieldOf(request, 'confirmation').trim() !== name)
          throw new RefusedError('invalid', 'The name that you typed does not match the name of the app.')
        await change({ status: 'deleted' })
        return runs.removeFiles(id)
      }
      default:
        throw unknownForm()
    }
  }

  // The zip is read as it arrives, so that the ticket comes first in the form.
  router.post(
    `${DEVELOPER_PATH}/apps/:id/versions`,
    ownOriginOnly,
    async (request: Request<{ id: string }>, response: Response) => {
      const { id } = request.params
      const page = developerAppPath(id)
      const form = await readFileForm(request, request.headers['content-type'], 'zip', MOST_TICKET_BYTES)
      if (form === null || !forms.isTicket(form.fields.get('ticket') ?? '', page))
        return forms.refuse(response)
      const show = (
        problem: string | null,
        status: number,
        refused: readonly Problem[] | null = null,
      ): void =>
        sendPage(response, appPageOf(request, { ticket: forms.ticket(page), problem }, refused), status)
      const { file } = form
      if (file === null) return show('Choose a zip.', 400)
      try {
        const outcome = await receiveUpload(world, id, file)
        if (outcome === null) show(FAR_TOO_LARGE, 413)
        else if (outcome.accepted) response.redirect(303, page)
        else show(null, REFUSED_STATUS, outcome.result.problems)
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error
        show(error.message, REFUSAL_STATUS[error.kind])
      }
    },
  )

  return router
}

import { type Request, type Response, Router } from 'express'
import type { Problem } from '../../check/problem.js'
import { viewApp, viewSale } from '../control/views.js'
import { readFileForm } from '../http/multipart.js'
import { ownOriginOnly } from '../http/own-origin.js'
import { changeApp } from '../miniapps/change-app.js'
import { appOf, memberOf, versionOf } from '../miniapps/context.js'
import { historyOf } from '../miniapps/history.js'
import { salesOf } from '../miniapps/market.js'
import { receiveUpload } from '../miniapps/receive-upload.js'
import { RefusedError } from '../miniapps/refused.js'
import { registerApp } from '../miniapps/registration.js'
import { actOnVersion } from '../miniapps/review.js'
import { RUN_ORIGINS, sendPage } from '../pages/layout.js'
import { appPage } from '../pages/mini-apps/app-page.js'
import { developerPage } from '../pages/mini-apps/developer-page.js'
import { DEVELOPER_PATH, developerAppPath, developerPath } from '../pages/mini-apps/paths.js'
import { OWN_MEMBER_ID } from '../records/own-member.js'
import type { World } from '../world.js'
import { answerForm, fieldOf, type PageForms, REFUSAL_STATUS } from './page-forms.js'

const MOST_TICKET_BYTES = 200
const REFUSED_STATUS = 422

/** The developers' pages: registration, and an app with its upload, versions and sales. */
export const developerRoutes = (world: World, forms: PageForms): Router => {
  const { miniApps, versionFiles, runs } = world
  const router = Router()

  const showDeveloper = (
    response: Response,
    memberId: string,
    problem: string | null,
    status = 200,
  ): void => {
    const { records } = miniApps
    const member = memberOf({ draft: records }, memberId)
    sendPage(response, {
      title: 'Developer',
      path: DEVELOPER_PATH,
      status,
      body: developerPage({
        member,
        members: [...records.all('member')],
        apps: [...records.all('miniApp')]
          .filter(({ owner }) => owner === member.id)
          .map((app) => viewApp(records, app)),
        notices: [...records.all('notice')].filter(({ to }) => to === member.id).reverse(),
        history: historyOf(records, member.id),
        ticket: forms.ticket(developerPath(member.id)),
        problem,
      }),
    })
  }

  const showApp = (
    response: Response,
    appId: string,
    shown: {
      readonly problem?: string
      readonly refused?: readonly Problem[]
      readonly status?: number
    } = {},
  ): void => {
    const { records } = miniApps
    const app = appOf({ draft: records }, appId)
    const sales = salesOf(records, appId)
    sendPage(response, {
      title: app.name,
      section: DEVELOPER_PATH,
      status: shown.status ?? 200,
      formTarget: RUN_ORIGINS,
      hasScript: true,
      body: appPage({
        app: viewApp(records, app),
        sales: sales.map(viewSale).reverse(),
        ticket: forms.ticket(developerAppPath(appId)),
        problem: shown.problem ?? null,
        refused: shown.refused ?? null,
      }),
    })
  }

  router.get(DEVELOPER_PATH, (request, response) => {
    const member = request.query['as']
    showDeveloper(response, typeof member === 'string' && member !== '' ? member : OWN_MEMBER_ID, null)
  })

  router.post(
    DEVELOPER_PATH,
    forms.guarded((request) => developerPath(fieldOf(request, 'as'))),
    async (request: Request, response: Response) => {
      const owner = fieldOf(request, 'as')
      const registration = { owner, name: fieldOf(request, 'name'), category: fieldOf(request, 'category') }
      let page = DEVELOPER_PATH
      await answerForm(
        response,
        async () => {
          page = developerAppPath(
            (await miniApps.run((context) => registerApp(context, registration, world.random))).id,
          )
        },
        () => page,
        (problem, status) => showDeveloper(response, owner, problem, status),
      )
    },
  )

  router.get(`${DEVELOPER_PATH}/apps/:id`, (request, response) => showApp(response, request.params.id))

  router.get(`${DEVELOPER_PATH}/apps/:id/versions/:version/app.zip`, async (request, response) => {
    const version = versionOf({ draft: miniApps.records }, request.params.id, request.params.version)
    const zip = await versionFiles.read(version, 'app.zip')
    if (zip === null) throw new RefusedError('not-found', 'The files of this version were removed.')
    response.attachment(`${version.appId}-${version.version}.zip`).set('Content-Length', String(zip.bytes))
    zip.stream.pipe(response)
  })

  router.post(
    `${DEVELOPER_PATH}/apps/:id`,
    forms.guarded(({ params }: Request<{ id: string }>) => developerAppPath(params.id)),
    async (request: Request<{ id: string }>, response: Response) => {
      const { id } = request.params
      let page = developerAppPath(id)
      await answerForm(
        response,
        async () => {
          if (fieldOf(request, 'do') === 'test')
            page = (await runs.openTest(id, fieldOf(request, 'version'))).url
          else await act(id, request)
        },
        () => page,
        (problem, status) => showApp(response, id, { problem, status }),
      )
    },
  )

  /** What the developer's forms of an app ask for. */
  const act = async (id: string, request: Request): Promise<void> => {
    switch (fieldOf(request, 'do')) {
      case 'withdraw': {
        const version = fieldOf(request, 'version')
        return miniApps.run((context) => actOnVersion(context, { appId: id, version }, 'withdraw', null))
      }
      case 'category': {
        const category = fieldOf(request, 'category')
        await miniApps.run((context) => changeApp(context, id, { category }))
        return
      }
      case 'multiplayer': {
        const description = fieldOf(request, 'description').trim()
        if (description === '') throw new RefusedError('invalid', 'Describe what players do together.')
        await miniApps.run((context) => changeApp(context, id, { multiplayer: 'asked', description }))
        return
      }
      case 'delete': {
        const { name } = appOf({ draft: miniApps.records }, id)
        if (fieldOf(request, 'confirmation').trim() !== name)
          throw new RefusedError('invalid', 'The name that you typed is not that of the app.')
        await miniApps.run((context) => changeApp(context, id, { status: 'deleted' }))
        return runs.removeFiles(id)
      }
      default:
        throw new RefusedError('invalid', 'The form asks for nothing that this page does.')
    }
  }

  // The zip is read as it arrives, so that the ticket comes first in the form.
  router.post(
    `${DEVELOPER_PATH}/apps/:id/versions`,
    ownOriginOnly,
    async (request: Request<{ id: string }>, response: Response) => {
      const { id } = request.params
      const form = await readFileForm(request, request.headers['content-type'], 'zip', MOST_TICKET_BYTES)
      if (form === null || !forms.isTicket(form.fields.get('ticket') ?? '', developerAppPath(id)))
        return forms.refuse(response)
      if (form.file === null) return showApp(response, id, { problem: 'Choose a zip.', status: 400 })
      try {
        const outcome = await receiveUpload(world, id, form.file)
        if (outcome === null)
          showApp(response, id, { problem: 'The zip is far larger than any may be.', status: 413 })
        else if (outcome.accepted) response.redirect(303, developerAppPath(id))
        else showApp(response, id, { refused: outcome.result.problems, status: REFUSED_STATUS })
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error
        showApp(response, id, { problem: error.message, status: REFUSAL_STATUS[error.kind] })
      }
    },
  )

  return router
}

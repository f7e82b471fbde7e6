import { type Request, type Response, Router } from 'express'
import { runBody } from '../../control/service-bodies.js'
import { formatCredits } from '../../platform/credits.js'
import { CATEGORIES } from '../../platform/manifest.js'
import { CATEGORY_NAMES } from '../api/category-names.js'
import { memberOf } from '../miniapps/context.js'
import { buy, hasAccess, whyClosed } from '../miniapps/market.js'
import { picturesOf } from '../miniapps/receive-upload.js'
import type { Member, MiniApp } from '../miniapps/records.js'
import { RefusedError } from '../miniapps/refused.js'
import { categoryOf } from '../miniapps/registration.js'
import { originOf } from '../oauth/oauth-routes.js'
import { RUN_ORIGINS, sendPage } from '../pages/layout.js'
import { cataloguePage, type ListedApp, listingPage } from '../pages/mini-apps/catalogue-page.js'
import { CATALOGUE_PATH, listingPathAs } from '../pages/mini-apps/paths.js'
import { OWN_MEMBER_ID } from '../records/own-member.js'
import { SIGNED_OUT } from '../runs/people.js'
import type { World } from '../world.js'
import { answerForm, fieldOf, type PageForms, readBody } from './page-forms.js'

/** The catalogue, and each app's page with access to buy. */
export const catalogueRoutes = ({ miniApps, versionFiles, clock, runs }: World, forms: PageForms): Router => {
  const router = Router()

  const listed = (): readonly ListedApp[] => {
    const { records } = miniApps
    const live = new Map(
      [...records.all('miniAppVersion')]
        .filter(({ state }) => state === 'live')
        .map((version) => [version.appId, version]),
    )
    return [...records.all('miniApp')].flatMap((app) => {
      const version = live.get(app.id)
      return version === undefined || app.standing !== 'open' ? [] : [{ app, manifest: version.manifest }]
    })
  }

  /** @throws {RefusedError} `not-found`: a blocked or deleted app has no page */
  const listing = (slug: string): ListedApp => {
    const found = listed().find(({ app }) => app.slug === slug)
    if (found === undefined) throw new RefusedError('not-found', 'No live app has this address.')
    return found
  }

  router.get(CATALOGUE_PATH, (_request, response) => {
    const apps = listed()
    sendPage(response, {
      title: 'Mini apps',
      path: CATALOGUE_PATH,
      body: cataloguePage(
        CATEGORIES.map((category) => ({
          name: CATEGORY_NAMES[category],
          apps: apps.filter(({ app }) => categoryOf({ draft: miniApps.records }, app.id) === category),
        })).filter((group) => group.apps.length > 0),
      ),
    })
  })

  const show = (
    response: Response,
    slug: string,
    memberId: string,
    problem: string | null,
    status = 200,
  ): void => {
    const { records } = miniApps
    const one = listing(slug)
    const member = memberId === SIGNED_OUT ? null : memberOf({ draft: records }, memberId)
    sendPage(response, {
      title: one.manifest.name,
      section: CATALOGUE_PATH,
      status,
      formTarget: RUN_ORIGINS,
      body: listingPage({
        ...one,
        screenshots: picturesOf(one.manifest)
          .slice(1)
          .map(({ name }) => name),
        members: [...records.all('member')],
        member,
        standing: standingOf(member, one.app, one.manifest),
        ticket: forms.ticket(listingPathAs(slug, memberId)),
        problem,
      }),
    })
  }

  const standingOf = (member: Member | null, app: MiniApp, manifest: ListedApp['manifest']) => {
    const now = clock.now()
    const context = { draft: miniApps.records, now }
    const closed = whyClosed(context, app, manifest, member)
    if (closed !== null) return { words: closed, canBuy: false, canOpen: false }
    if (member === null)
      return { words: `A visitor can open ${manifest.name}.`, canBuy: false, canOpen: true }
    const balance = `The balance is ${formatCredits(member.balance)} credits.`
    return hasAccess(context, app, manifest, member.id)
      ? { words: `${member.name} can open ${manifest.name}. ${balance}`, canBuy: false, canOpen: true }
      : { words: `${member.name} has no access yet. ${balance}`, canBuy: true, canOpen: false }
  }

  router.get(`${CATALOGUE_PATH}/:slug`, (request, response) => {
    const member = request.query['as']
    show(
      response,
      request.params.slug,
      typeof member === 'string' && member !== '' ? member : OWN_MEMBER_ID,
      null,
    )
  })

  router.post(
    `${CATALOGUE_PATH}/:slug`,
    forms.guarded((request: Request<{ slug: string }>) =>
      listingPathAs(request.params.slug, fieldOf(request, 'as')),
    ),
    async (request: Request<{ slug: string }>, response: Response) => {
      const { slug } = request.params
      const member = fieldOf(request, 'as')
      const purchase = { appId: listing(slug).app.id, member, wanted: 'access' }
      let page = listingPathAs(slug, member)
      await answerForm(
        response,
        async () => {
          if (fieldOf(request, 'do') === 'open') {
            const { device } = readBody(runBody, { member, device: fieldOf(request, 'device') })
            page = await runs.openRun({ appId: purchase.appId, member, device, origin: originOf(request) })
            return
          }
          const outcome = await miniApps.run((context) => buy(context, purchase, miniApps.faults))
          if (outcome.status === 'failed')
            throw new RefusedError('conflict', `The payment failed: ${outcome.reason} (3.2).`)
        },
        () => page,
        (problem, status) => show(response, slug, member, problem, status),
      )
    },
  )

  router.get(`${CATALOGUE_PATH}/:slug/:picture`, async (request, response) => {
    const { app, manifest } = listing(request.params.slug)
    const picture = picturesOf(manifest).find(({ name }) => name === request.params.picture)
    const version = { appId: app.id, version: manifest.version }
    const file = picture === undefined ? null : await versionFiles.read(version, picture.name)
    if (picture === undefined || file === null)
      throw new RefusedError('not-found', 'The app has no such picture.')
    response
      // Others' bytes on our origin: they may be shown in our pages and run nothing.
      .set('Content-Security-Policy', "default-src 'none'; sandbox")
      .set('Cache-Control', 'private, no-cache')
      .type(picture.name)
      .set('Content-Length', String(file.bytes))
    file.stream.pipe(response)
  })

  return router
}

import { Router } from 'express'
import { runBody } from '../../control/service-bodies.js'
import { formatCredits, inCredits } from '../../platform/credits.js'
import { CATEGORIES } from '../../platform/manifest.js'
import { capitalised } from '../../platform/text.js'
import { memberOf, RefusedError, versionOf } from '../miniapps/context.js'
import { buy, hasAccess, whyClosed } from '../miniapps/market.js'
import { picturesOf } from '../miniapps/receive-upload.js'
import type { Member, MiniApp } from '../miniapps/records.js'
import { categoryOf } from '../miniapps/registration.js'
import { originOf } from '../oauth/oauth-routes.js'
import { RUN_ORIGINS, sendPage } from '../pages/layout.js'
import { cataloguePage, type ListedApp, listingPage } from '../pages/mini-apps/catalogue-page.js'
import { CATALOGUE_PATH, listingPathAs } from '../pages/paths.js'
import { matching } from '../paging.js'
import { isPictureWhole } from '../records/check-files.js'
import { SIGNED_OUT } from '../runs/people.js'
import type { World } from '../world.js'
import { fieldOf, memberAsked, type PageForms, readBody } from './page-forms.js'
import { searchAsked, shownPart } from './shown-parts.js'

/** The catalogue, and each app's page with access to buy. */
export const catalogueRoutes = (world: World, forms: PageForms): Router => {
  const { miniApps, versionFiles, clock, runs } = world
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

  router.get(CATALOGUE_PATH, (request, response) => {
    const search = searchAsked(request)
    const categories = new Map(
      listed().map((one) => [one.app.id, categoryOf({ draft: miniApps.records }, one.app.id)]),
    )
    const placeOf = ({ app }: ListedApp): number => CATEGORIES.indexOf(categories.get(app.id) ?? 'other')
    const found = [...matching(listed(), search, ({ manifest }) => [manifest.name, manifest.summary])].sort(
      (a, b) => placeOf(a) - placeOf(b),
    )
    const apps = shownPart(request, 'apps', found, ({ app }) => app.id)
    sendPage(response, {
      title: 'Mini apps',
      path: CATALOGUE_PATH,
      body: cataloguePage({
        ...apps,
        search,
        shown: CATEGORIES.map((category) => ({
          name: capitalised(category),
          apps: apps.shown.filter(({ app }) => categories.get(app.id) === category),
        })).filter((group) => group.apps.length > 0),
      }),
    })
  })

  forms.serve<'slug'>(router, `${CATALOGUE_PATH}/:slug`, {
    address: (request) => listingPathAs(request.params.slug, memberAsked(request)),
    show: (request, state) => {
      const { records } = miniApps
      const one = listing(request.params.slug)
      const id = memberAsked(request)
      const member = id === SIGNED_OUT ? null : memberOf({ draft: records }, id)
      return {
        title: one.manifest.name,
        section: CATALOGUE_PATH,
        formTarget: RUN_ORIGINS,
        body: listingPage({
          ...one,
          screenshots: picturesOf(one.manifest)
            .slice(1)
            .map(({ name }) => name),
          members: [...records.all('member')],
          member,
          standing: standingOf(member, one.app, one.manifest),
          ...state,
        }),
      }
    },
    acts: {
      '': async (request) => {
        const member = memberAsked(request)
        const appId = listing(request.params.slug).app.id
        if (fieldOf(request, 'do') === 'open') {
          const { device } = readBody(runBody, { member, device: fieldOf(request, 'device') })
          return runs.openRun({ appId, member, device, origin: originOf(request) })
        }
        const purchase = { appId, member, wanted: 'access' }
        const outcome = await miniApps.run((context) => buy(context, purchase, miniApps.faults))
        if (outcome.status === 'failed')
          throw new RefusedError('conflict', `The payment failed: ${outcome.reason} (3.2).`)
        return listingPathAs(request.params.slug, member)
      },
    },
  })

  const standingOf = (member: Member | null, app: MiniApp, manifest: ListedApp['manifest']) => {
    const now = clock.now()
    const context = { draft: miniApps.records, now }
    const closed = whyClosed(context, app, manifest, member)
    if (closed !== null) return { words: closed, canBuy: false, canOpen: false }
    if (member === null)
      return { words: `A visitor can open ${manifest.name}.`, canBuy: false, canOpen: true }
    const balance = `The balance is ${inCredits(formatCredits(member.balance))}.`
    return hasAccess(context, app, manifest, member.id)
      ? { words: `${member.name} can open ${manifest.name}. ${balance}`, canBuy: false, canOpen: true }
      : { words: `${member.name} has no access yet. ${balance}`, canBuy: true, canOpen: false }
  }

  router.get(`${CATALOGUE_PATH}/:slug/:picture`, async (request, response) => {
    const { app, manifest } = listing(request.params.slug)
    const picture = picturesOf(manifest).find(({ name }) => name === request.params.picture)
    const version = versionOf({ draft: miniApps.records }, app.id, manifest.version)
    const isWhole = picture !== undefined && (await isPictureWhole(world, version, picture))
    const file = isWhole ? await versionFiles.read(version, picture.name) : null
    if (picture === undefined || file === null)
      throw new RefusedError('not-found', 'The app does not have this picture.')
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

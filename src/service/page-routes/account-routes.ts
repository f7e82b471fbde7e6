import { type Request, Router } from 'express'
import { type MemberChange, memberChangeBody } from '../../control/service-bodies.js'
import { viewEntry, viewMember, viewSale } from '../control/views.js'
import { memberOf } from '../miniapps/context.js'
import { historyOf } from '../miniapps/history.js'
import { purchasesOf } from '../miniapps/lists.js'
import { changeMember } from '../miniapps/members.js'
import { GUARDIAN_SWITCHES, memberPage } from '../pages/mini-apps/member-page.js'
import { MEMBERS_PAGE_PATH, memberPath } from '../pages/paths.js'
import type { World } from '../world.js'
import { fieldOf, type PageForms, readBody, unknownForm } from './page-forms.js'
import { ownId, shownPart, viewed } from './shown-parts.js'

/** A member's page: age, credits, and what a guardian allows. */
export const accountRoutes = ({ miniApps, clock }: World, forms: PageForms): Router => {
  const router = Router()

  forms.serve<'id'>(router, `${MEMBERS_PAGE_PATH}/:id`, {
    address: ({ params }) => memberPath(params.id),
    show: (request, state) => {
      const { params } = request
      const { records } = miniApps
      const member = memberOf({ draft: records }, params.id)
      const purchases = shownPart(request, 'purchases', purchasesOf(records, member.id), ownId)
      const history = shownPart(request, 'history', historyOf(records, member.id), ownId)
      return {
        title: member.name,
        section: MEMBERS_PAGE_PATH,
        body: memberPage({
          member: viewMember(member, clock.now()),
          purchases: viewed(purchases, viewSale),
          history: viewed(history, viewEntry),
          apps: [...records.all('miniApp')].filter(({ standing }) => standing !== 'deleted'),
          ...state,
        }),
      }
    },
    acts: {
      '': async (request) => {
        const change = changeOf(request)
        await miniApps.run((context) => changeMember(context, request.params.id, change))
      },
    },
  })
  return router
}

const changeOf = (request: Pick<Request, 'body'>): MemberChange => {
  const isTicked = (name: string): boolean => fieldOf(request, name) === 'yes'
  switch (fieldOf(request, 'do')) {
    case 'account':
      return readBody(memberChangeBody, {
        birthDate: fieldOf(request, 'birthDate') || null,
        balance: fieldOf(request, 'balance').trim(),
        partner: isTicked('partner'),
      })
    case 'guardian': {
      const apps = [((request.body ?? {}) as Readonly<Record<string, unknown>>)['app'] ?? []].flat()
      const switches = Object.fromEntries(GUARDIAN_SWITCHES.map((name) => [name, isTicked(name)]))
      return readBody(memberChangeBody, { guardian: { ...switches, apps } })
    }
    default:
      throw unknownForm()
  }
}

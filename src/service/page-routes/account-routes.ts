import { type Request, type Response, Router } from 'express'
import { memberChangeBody } from '../../control/service-bodies.js'
import { viewAccount } from '../control/views.js'
import { memberOf } from '../miniapps/context.js'
import { changeMember, type MemberChange } from '../miniapps/members.js'
import { RefusedError } from '../miniapps/refused.js'
import { sendPage } from '../pages/layout.js'
import { GUARDIAN_SWITCHES, memberPage } from '../pages/mini-apps/member-page.js'
import { memberPath } from '../pages/mini-apps/paths.js'
import { MEMBERS_PAGE_PATH } from '../pages/paths.js'
import type { World } from '../world.js'
import { answerForm, fieldOf, type PageForms, readBody } from './page-forms.js'

/** A member's page: age, credits, and what a guardian allows. */
export const accountRoutes = ({ miniApps, clock }: World, forms: PageForms): Router => {
  const router = Router()

  const show = (response: Response, id: string, problem: string | null, status = 200): void => {
    const { records } = miniApps
    const member = memberOf({ draft: records }, id)
    sendPage(response, {
      title: member.name,
      section: MEMBERS_PAGE_PATH,
      status,
      body: memberPage({
        account: viewAccount(records, member, clock.now()),
        apps: [...records.all('miniApp')].filter(({ standing }) => standing !== 'deleted'),
        ticket: forms.ticket(memberPath(id)),
        problem,
      }),
    })
  }

  router.get(`${MEMBERS_PAGE_PATH}/:id`, (request, response) => show(response, request.params.id, null))

  router.post(
    `${MEMBERS_PAGE_PATH}/:id`,
    forms.guarded(({ params }: Request<{ id: string }>) => memberPath(params.id)),
    async (request: Request<{ id: string }>, response: Response) => {
      const { id } = request.params
      await answerForm(
        response,
        async () => {
          const change = changeOf(request)
          await miniApps.run((context) => changeMember(context, id, change))
        },
        () => memberPath(id),
        (problem, status) => show(response, id, problem, status),
      )
    },
  )

  return router
}

const changeOf = (request: Request): MemberChange => {
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
      throw new RefusedError('invalid', 'The form asks for nothing that this page does.')
  }
}

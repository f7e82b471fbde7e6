import { Router } from 'express'
import { memberOf } from '../miniapps/context.js'
import { addMember, changeMember } from '../miniapps/members.js'
import { postAs } from '../records/member-posts.js'
import type { World } from '../world.js'
import { memberChangeBody, memberPostBody, newMemberBody, readBody } from './bodies.js'
import { viewAccount, viewMember } from './views.js'

/** `control/members`: who there is, with their ages, guardians and credits. */
export const memberRoutes = (world: World): Router => {
  const { miniApps, clock } = world
  const router = Router()

  router.post('/members', async (request, response) => {
    const newMember = readBody(newMemberBody, request.body)
    const member = await miniApps.run((context) => addMember(context, newMember))
    response.status(201).json(viewMember(member, clock.now()))
  })

  router.get('/members/:id', async (request, response) => {
    await miniApps.settled()
    const member = memberOf({ draft: miniApps.records }, request.params.id)
    response.json(viewAccount(miniApps.records, member, clock.now()))
  })

  router.post('/members/:id/posts', async (request, response) => {
    const { content, rating } = readBody(memberPostBody, request.body)
    response.status(201).json({ post_id: await postAs(world, request.params.id, content, rating) })
  })

  router.patch('/members/:id', async (request, response) => {
    const change = readBody(memberChangeBody, request.body)
    const member = await miniApps.run((context) => changeMember(context, request.params.id, change))
    response.json(viewMember(member, clock.now()))
  })

  return router
}

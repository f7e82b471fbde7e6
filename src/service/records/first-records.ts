import { addFirstMembers } from '../miniapps/members.js'
import type { World } from '../world.js'
import { OWN_MEMBER_ID } from './own-member.js'
import { registerLocalApp } from './registered-apps.js'

/** What a new service has: this tool as a connected app, and a member of each kind. What is there stays. */
export const addFirstRecords = async (world: World): Promise<void> => {
  await registerLocalApp(world)
  await world.miniApps.run(({ draft, now }) => addFirstMembers(draft, OWN_MEMBER_ID, now))
}

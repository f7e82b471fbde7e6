import { APPS_PER_ACCOUNT, APPS_PER_PARTNER } from '../../platform/limits.js'
import { CATEGORIES, manifestSchema } from '../../platform/manifest.js'
import { slugOf } from '../../platform/text.js'
import {
  appOf,
  type CommandContext,
  openAppOf,
  type ReadingContext,
  RefusedError,
  versionsOf,
} from './context.js'
import type { Member, MiniApp } from './records.js'

const ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const ID_LENGTH = 10

/**
 * Registers an app (2.1).
 * @param wanted with an ID where the app's manifest has one already
 * @param random so many random bytes
 * @throws {RefusedError} `invalid` for the owner, name or category, `conflict` where the account may register no more
 */
export const registerApp = (
  context: CommandContext,
  wanted: {
    readonly owner: string
    readonly name: string
    readonly category: string
    readonly id?: string | undefined
  },
  random: (bytes: number) => Uint8Array,
): MiniApp => {
  const { draft, now } = context
  const owner = draft.get('member', wanted.owner)
  if (owner === null) throw new RefusedError('invalid', `owner: no member has the ID ${wanted.owner}.`)
  const name = manifestSchema.shape.name.safeParse(wanted.name)
  if (!name.success)
    throw new RefusedError('invalid', `name: must be ${name.error.issues[0]?.message ?? 'a name'}.`)
  const category = CATEGORIES.find((one) => one === wanted.category)
  if (category === undefined)
    throw new RefusedError('invalid', `category: must be one of ${CATEGORIES.join(', ')}.`)
  if (owner.birthDate === null)
    throw new RefusedError('conflict', `${owner.name} needs a date of birth to register apps (2.1).`)
  if (wanted.id !== undefined && draft.get('miniApp', wanted.id) !== null)
    throw new RefusedError('conflict', `The App ID ${wanted.id} is taken.`)
  requireRoom(context, owner)
  const app: MiniApp = {
    id: wanted.id ?? newAppId(context, random),
    owner: owner.id,
    name: wanted.name,
    slug: newSlug(context, wanted.name),
    category,
    chosenCategory: null,
    registeredAt: now,
    standing: 'open',
    standingReason: null,
    blockedAt: null,
    openSince: now,
    multiplayer: { open: 'off', request: null },
    grants: {},
  }
  draft.put('miniApp', app)
  return app
}

/**
 * Refuses where the account has as many apps as it may. An app counts once a version of it was uploaded, until it is
 * deleted (2.1).
 */
export const requireRoom = (context: CommandContext, owner: Member): void => {
  const most = owner.partner ? APPS_PER_PARTNER : APPS_PER_ACCOUNT
  if (countedApps(context, owner.id) >= most)
    throw new RefusedError(
      'conflict',
      `${owner.name} has ${most} apps, the most that this account may have (2.1).`,
    )
}

const countedApps = (context: CommandContext, owner: string): number => {
  const own = [...context.draft.all('miniApp')].filter(
    (app) => app.owner === owner && app.standing !== 'deleted',
  )
  return own.filter(({ id }) => versionsOf(context, id).length > 0).length
}

/** Chooses the category on the app's page: it applies immediately (2.2). */
export const chooseCategory = (context: CommandContext, appId: string, category: string): void => {
  const app = openAppOf(context, appId)
  const chosen = CATEGORIES.find((one) => one === category)
  if (chosen === undefined)
    throw new RefusedError('invalid', `category: must be one of ${CATEGORIES.join(', ')}.`)
  context.draft.put('miniApp', { ...app, chosenCategory: chosen })
}

/** The category under which an app is listed: the one that was chosen, else the manifest's, else the registered one (2.2). */
export const categoryOf = (context: ReadingContext, appId: string): MiniApp['category'] => {
  const app = appOf(context, appId)
  if (app.chosenCategory !== null) return app.chosenCategory
  const versions = versionsOf(context, appId)
  const shown = versions.find(({ state }) => state === 'live') ?? versions.at(-1)
  return shown?.manifest.category ?? app.category
}

const newAppId = ({ draft }: CommandContext, random: (bytes: number) => Uint8Array): string => {
  for (;;) {
    const letters = [...random(ID_LENGTH)].map((byte) => ID_LETTERS[byte % ID_LETTERS.length])
    const id = `ma_${letters.join('')}`
    if (draft.get('miniApp', id) === null) return id
  }
}

/** The last part of the app's address, from its name; deleted apps keep theirs (3.1). */
const newSlug = ({ draft }: CommandContext, name: string): string => {
  const taken = new Set([...draft.all('miniApp')].map(({ slug }) => slug))
  const plain = slugOf(name)
  let slug = plain
  for (let number = 2; taken.has(slug); number++) slug = `${plain}-${number}`
  return slug
}

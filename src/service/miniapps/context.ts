import type { Draft, RecordReader } from './draft.js'
import type { Member, MiniApp, MiniAppVersion } from './records.js'

/** What a command gets: records to read and write, the time, and randomness. */
export interface CommandContext {
  readonly draft: Draft
  /** Milliseconds since 1970. */
  readonly now: number
  /** A new identifier: the prefix and 80 random bits. */
  readonly newId: (prefix: string) => string
}

/** What a question gets: records to read. */
export interface ReadingContext {
  readonly draft: RecordReader
}

/** @throws {RefusedError} `not-found` */
export const appOf = ({ draft }: ReadingContext, id: string): MiniApp => {
  const app = draft.get('miniApp', id)
  if (app === null) throw new RefusedError('not-found', `No mini app has the ID ${id}.`)
  return app
}

/** An app that is neither blocked nor deleted. @throws {RefusedError} `not-found`, `conflict` */
export const openAppOf = (context: ReadingContext, id: string): MiniApp => {
  const app = appOf(context, id)
  if (app.standing !== 'open') throw new RefusedError('conflict', `${app.name} is ${app.standing} (3.1).`)
  return app
}

/** @throws {RefusedError} `not-found` */
export const memberOf = ({ draft }: ReadingContext, id: string): Member => {
  const member = draft.get('member', id)
  if (member === null) throw new RefusedError('not-found', `No member has the ID ${id}.`)
  return member
}

/** @throws {RefusedError} `not-found` */
export const versionOf = ({ draft }: ReadingContext, appId: string, version: string): MiniAppVersion => {
  const found = draft.get('miniAppVersion', versionId(appId, version))
  if (found === null) throw new RefusedError('not-found', `The app ${appId} has no version ${version}.`)
  return found
}

export const versionId = (appId: string, version: string): string => `${appId}/${version}`

/** An app's versions, in the order of their upload, which is that of their numbers (9). */
export const versionsOf = ({ draft }: ReadingContext, appId: string): readonly MiniAppVersion[] => [
  ...draft.where('miniAppVersion', 'appId', appId),
]

export const liveVersionOf = (context: ReadingContext, appId: string): MiniAppVersion | null =>
  versionsOf(context, appId).find(({ state }) => state === 'live') ?? null

/** Why a request was refused: the input is wrong, nothing has that ID, or the rules do not allow it now. */
type RefusalKind = 'invalid' | 'not-found' | 'conflict'

/** An expected refusal. Nothing was changed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly kind: RefusalKind

  /** @param message one sentence for the developer or the admin; it names the field of wrong input */
  constructor(kind: RefusalKind, message: string) {
    super(message)
    this.kind = kind
  }
}

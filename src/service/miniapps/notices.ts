import type { CommandContext } from './context.js'
import type { MiniApp, Notice } from './records.js'

/** Notifies the developer of an app (6). */
export const notify = (
  { draft, newId }: CommandContext,
  app: MiniApp,
  notice: Pick<Notice, 'about' | 'version' | 'text' | 'at'>,
): void => draft.put('notice', { id: newId('ntf'), to: app.owner, appId: app.id, ...notice })

/** A sentence and, where one was given, its reason. */
export const withReason = (sentence: string, reason: string | null): string =>
  reason === null ? `${sentence}.` : `${sentence}: ${reason}`

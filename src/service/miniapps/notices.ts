import type { CommandContext } from './context.js'
import type { MiniApp, Notice } from './records.js'

/** Notifies the developer of an app (6). @param version the one that it is about; null where it is about the app */
export const notify = (
  { draft, newId, now }: CommandContext,
  app: MiniApp,
  about: Notice['about'],
  text: string,
  version: string | null = null,
  at = now,
): void => draft.put('notice', { id: newId('ntf'), to: app.owner, about, appId: app.id, version, text, at })

/** A sentence and, where one was given, its reason. */
export const withReason = (sentence: string, reason: string | null): string =>
  reason === null ? `${sentence}.` : `${sentence}: ${reason}`

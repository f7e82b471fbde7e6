import type { Drafts, KeptDraft } from '../../publish/drafts.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeLine } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import type { TextOrJson } from '../options.js'
import { describeTime } from './time-text.js'

/** How much of a draft's text the list shows. */
const EXCERPT_CHARACTERS = 60

/** `post --drafts`: lists the drafts, newest first. */
export const listDrafts = async (
  drafts: Drafts,
  format: TextOrJson,
  context: CommandContext,
): Promise<void> => {
  const all = await drafts.list()
  if (format === 'json') {
    context.out(jsonDocument({ schema: 1, drafts: all.map(describeJson) }))
    return
  }
  const { bold, dim, yellow } = context.outStyles
  for (const { id, draft } of all) {
    const files = draft.media.length + draft.references.length
    const facts = [
      bold(id),
      dim(describeTime(draft.savedAt, Date.now())),
      ...(files === 0 ? [] : [dim(`${files} ${files === 1 ? 'file' : 'files'}`)]),
      ...(draft.uncertain ? [yellow('may have been published')] : []),
    ]
    context.out(`${facts.join(dim(' · '))}\n  ${excerpt(draft.content)}\n`)
  }
  if (all.length === 0) context.note('There are no drafts.')
}

/** `post --discard`: removes a draft. */
export const discardDraft = async (
  drafts: Drafts,
  kept: KeptDraft,
  format: TextOrJson,
  context: CommandContext,
): Promise<void> => {
  await drafts.remove(kept.id)
  context.out(
    format === 'json'
      ? jsonDocument({ schema: 1, discarded: describeJson(kept) })
      : `Removed the draft ${kept.id}: ${excerpt(kept.draft.content)}\n`,
  )
}

/** What to do with a draft that was just kept. */
export const noteDraft = (id: string, uncertain: boolean, context: CommandContext): void =>
  context.note(
    uncertain
      ? `The post is kept as the draft ${id}. If it was not published, run miniapp post --retry ${id}.`
      : `The post is kept as the draft ${id}. To send it, run miniapp post --retry ${id}.`,
  )

const describeJson = ({ id, draft }: KeptDraft) => ({
  id,
  savedAt: new Date(draft.savedAt).toISOString(),
  content: draft.content,
  rating: draft.rating,
  reason: draft.reason,
  media: draft.media,
  references: draft.references,
  profile: draft.profile,
  uncertain: draft.uncertain,
})

const excerpt = (content: string): string => {
  const [...characters] = content.trim().replaceAll(/\s+/g, ' ')
  return safeLine(
    characters.length > EXCERPT_CHARACTERS
      ? `${characters.slice(0, EXCERPT_CHARACTERS).join('')}…`
      : characters.join(''),
  )
}

import { searchTopics, topicsNamed } from '../../docs/search.js'
import type { Reference, Topic } from '../../docs/topic.js'
import { suggestionFor } from '../suggestion.js'

/** What the words after `miniapp docs` mean. */
export type Found =
  | { readonly outcome: 'topic'; readonly topic: Topic; readonly others: readonly Topic[] }
  /** No topic has the name, but these contain the words. */
  | { readonly outcome: 'mentions'; readonly topics: readonly Topic[] }
  | { readonly outcome: 'nothing'; readonly suggestion: string | null }

/** @param words as typed: `pay`, `multiplayer host`, `web search` */
export const findTopic = (reference: Reference, words: readonly string[]): Found => {
  for (const name of new Set([words.join(' '), words.join('.'), words.join('/')])) {
    const [topic, ...others] = topicsNamed(reference, name)
    if (topic !== undefined) return { outcome: 'topic', topic, others }
  }
  const topics = searchTopics(reference, words.join(' '))
  if (topics.length > 0) return { outcome: 'mentions', topics }
  return { outcome: 'nothing', suggestion: nearest(reference, words.join(' ')) }
}

/** The name of a topic that a mistyped one most likely means: its id, or the part after the `/`. */
const nearest = ({ topics }: Reference, typed: string): string | null => {
  const names = new Map<string, string>()
  for (const { id, aliases } of topics)
    for (const name of [id, ...aliases])
      for (const one of [name, name.slice(name.indexOf('/') + 1)])
        if (!names.has(one.toLowerCase())) names.set(one.toLowerCase(), one)
  const meant = suggestionFor(typed, [...names.keys()])
  return meant === undefined ? null : (names.get(meant) ?? null)
}

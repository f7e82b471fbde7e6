import { suggestionFor } from '../check/suggestion.js'
import { indexMarkdown, referenceMarkdown, topicMarkdown, topicsMarkdown } from '../docs/markdown.js'
import { searchTopics, topicsNamed } from '../docs/search.js'
import type { Reference, Topic } from '../docs/topic.js'
import { usageFailure } from '../failure.js'
import { jsonDocument } from '../terminal/json-text.js'
import type { CommandContext } from './context.js'
import { overviewText, topicListText } from './docs/list-text.js'
import { type Layout, topicText } from './docs/topic-text.js'
import { EXIT_CODES } from './exit-codes.js'
import { page } from './publish/pager.js'

export interface DocsOptions {
  readonly search?: string
  readonly all: boolean
  readonly format: 'text' | 'markdown' | 'json' | 'html'
  readonly open: boolean
  /** The folder that the site is written into. */
  readonly output?: string
  readonly port: number
  readonly pager: boolean
}

/** Shows the reference: a topic, the topics with some words, or the list. */
export const runDocs = async (
  words: readonly string[],
  options: DocsOptions,
  context: CommandContext,
  reference: Reference,
): Promise<void> => {
  if (options.search !== undefined && words.length > 0)
    throw usageFailure(
      'A topic and --search cannot be combined.',
      `Run miniapp docs --search "${[...words, options.search].join(' ')}" to search for all words.`,
    )
  if (options.format === 'html' && !options.open && options.output === undefined)
    throw usageFailure(
      '--format html writes a folder of pages: it needs --output.',
      'Add --output DIR, or read them in the browser with miniapp docs --open.',
    )
  if (options.output !== undefined && (options.format !== 'html' || options.open || words.length > 0))
    throw usageFailure(
      '--output writes the whole site.',
      'Run miniapp docs --format html --output DIR, with no topic and without --open.',
    )
  const topic = words.length === 0 ? null : topicOf(reference, words, options, context)
  if (options.open || options.output !== undefined) {
    const { openSite, writeSite } = await import('./docs/show-site.js')
    if (options.output === undefined) await openSite(reference, topic, options.port, context)
    else await writeSite(reference, options.output, context)
  } else if (options.format === 'markdown' && options.search === undefined && words.length === 0)
    context.out(`${options.all ? referenceMarkdown(reference) : indexMarkdown(reference)}\n`)
  else if (options.all) await show({ topics: reference.topics }, reference.topics, options, context)
  else if (options.search !== undefined)
    await showList(searchTopics(reference, options.search), options.search, options, context)
  else if (topic !== null) await show({ topic }, [topic], options, context)
  else if (words.length > 0) {
    const found = findTopic(reference, words)
    await showList(found.outcome === 'mentions' ? found.topics : [], words.join(' '), options, context)
  } else if (options.format === 'text')
    await print(await overviewText(reference, layoutOf(context)), options, context)
  else await showList(reference.topics, null, options, context)
}

/** The topic of that name; null if no topic has it and others mention it. */
const topicOf = (
  reference: Reference,
  words: readonly string[],
  { format, open }: DocsOptions,
  { note }: CommandContext,
): Topic | null => {
  const typed = words.join(' ')
  const found = findTopic(reference, words)
  switch (found.outcome) {
    case 'topic':
      if (format === 'text' && found.others.length > 0 && !open)
        note(`Other topics named ${typed}: ${found.others.map(({ id }) => id).join(', ')}.`)
      return found.topic
    case 'mentions':
      if (open || format === 'html')
        throw usageFailure(`There is no topic "${typed}".`, `Run miniapp docs --search "${typed}".`)
      if (format === 'text') note(`There is no topic "${typed}". These mention it:`)
      return null
    case 'nothing':
      throw usageFailure(
        `There is no topic "${typed}".`,
        found.suggestion === null
          ? 'Run miniapp docs to list the topics.'
          : `Did you mean ${found.suggestion}?`,
      )
  }
}

const layoutOf = ({ outStyles: styles, columns }: CommandContext): Layout => ({ styles, columns })

const print = (
  text: string,
  { pager }: Pick<DocsOptions, 'pager'>,
  context: CommandContext,
): Promise<void> | void => (pager ? page(text, context) : context.out(text))

/** Shows topics in full. @param document the same as JSON */
const show = async (
  document: object,
  topics: readonly Topic[],
  options: DocsOptions,
  context: CommandContext,
): Promise<void> => {
  if (options.format === 'json') context.out(jsonDocument({ schema: 1, ...document }))
  else if (options.format === 'markdown')
    context.out(`${topics.map((topic) => topicMarkdown(topic)).join('\n\n')}\n`)
  else {
    const texts = await Promise.all(topics.map((topic) => topicText(topic, layoutOf(context))))
    await print(texts.join('\n\n'), options, context)
  }
}

/** Lists topics. @param query the words that were searched for; null for the list of everything */
const showList = async (
  topics: readonly Topic[],
  query: string | null,
  options: DocsOptions,
  context: CommandContext,
): Promise<void> => {
  if (query !== null && topics.length === 0) {
    context.setExitCode(EXIT_CODES.no)
    if (options.format !== 'json') context.note(`No topic contains "${query}".`)
  }
  if (options.format === 'json') {
    const listed = topics.map(({ id, kind, title, summary, sections }) => ({
      id,
      kind,
      title,
      summary,
      sections,
    }))
    context.out(jsonDocument({ schema: 1, ...(query === null ? {} : { query }), topics: listed }))
  } else if (topics.length === 0) return
  else if (options.format === 'markdown') context.out(`${topicsMarkdown(topics)}\n`)
  else await print(await topicListText(topics, layoutOf(context)), options, context)
}

/** What the words after `miniapp docs` mean. */
type Found =
  | { readonly outcome: 'topic'; readonly topic: Topic; readonly others: readonly Topic[] }
  /** No topic has the name, but these contain the words. */
  | { readonly outcome: 'mentions'; readonly topics: readonly Topic[] }
  | { readonly outcome: 'nothing'; readonly suggestion: string | null }

/** @param words as typed: `pay`, `multiplayer host`, `web search` */
const findTopic = (reference: Reference, words: readonly string[]): Found => {
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

import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { searchTopics, topicsNamed } from '../../../docs/search.js'
import type { Entry, Reference, Topic } from '../../../docs/topic.js'
import { put } from '../controls/form.js'
import { SearchField } from '../controls/search-field.js'
import type { Docs } from './docs.js'
import { TopicLink } from './topic-link.js'
import { TopicView } from './topic-view.js'
import { Words } from './with-sections.js'

interface DocsBrowserProps {
  readonly reference: Reference
  /** The id of the topic that is shown; null shows the list. */
  readonly topic: Signal<string | null>
  /** Shows the list. */
  readonly onClose: () => void
}

/** The reference: a search, the list of its topics, and a topic. Where there is room, the list is beside the topic. */
const DocsBrowser = ({ reference, topic, onClose }: DocsBrowserProps) => {
  const words = useSignal('')
  const view = useRef<HTMLElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const before = useRef(topic.value)
  const [shown] = topic.value === null ? [] : topicsNamed(reference, topic.value)
  // Another topic starts at its top. The focus moves to it: in one column, what had the focus is hidden.
  useEffect(() => {
    if (before.current === topic.value) return
    before.current = topic.value
    if (topic.value === null) search.current?.focus()
    else view.current?.focus({ preventScroll: true })
    view.current?.scrollTo(0, 0)
  }, [topic.value])
  const query = words.value.trim()
  return (
    <div class="docs-frame">
      <div class={`docs ${topic.value === null ? '' : 'docs-open'}`}>
        <div class="docs-list">
          <div class="docs-search">
            <SearchField
              label="Search the reference"
              placeholder="Search the reference"
              text={words}
              inputRef={search}
            />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard; WCAG 2.1.1. */}
          <section class="docs-topics" aria-label="Topics" tabIndex={0}>
            {query === '' ? (
              <Contents reference={reference} />
            ) : (
              <Results reference={reference} query={query} />
            )}
          </section>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard; WCAG 2.1.1. */}
        <section class="docs-topic" aria-label="Topic" tabIndex={0} ref={view}>
          <button type="button" class="topic-link docs-back" onClick={onClose}>
            All topics
          </button>
          {shown === undefined ? (
            <p class="empty">
              {topic.value === null
                ? 'Choose a topic, or search for one.'
                : `There is no topic ${topic.value}.`}
            </p>
          ) : (
            <TopicView topic={shown} />
          )}
        </section>
      </div>
    </div>
  )
}

const MOST_RESULTS = 60

const Results = ({ reference, query }: { readonly reference: Reference; readonly query: string }) => {
  const found = [...new Set([...topicsNamed(reference, query), ...searchTopics(reference, query)])]
  return (
    <>
      <p class="muted small" role="status">
        {found.length === 0
          ? `No topic contains “${query}”.`
          : `${found.length} ${found.length === 1 ? 'topic' : 'topics'}${found.length > MOST_RESULTS ? `, the best ${MOST_RESULTS} below` : ''}`}
      </p>
      <ul class="docs-results">
        {found.slice(0, MOST_RESULTS).map((topic) => (
          <li key={topic.id}>
            <TopicLink topic={topic.id}>
              {topic.kind === 'section' ? `${topic.id} ${topic.title}` : topic.id}
            </TopicLink>
            <p class="small">
              <Words text={topic.summary} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The list of everything: areas with their calls, guides, and the other lists. */
const Contents = ({ reference: { topics } }: { readonly reference: Reference }) => {
  const areas = topics.filter(({ kind }) => kind === 'area')
  const groups = [
    ...areas
      .filter(({ parts }) => parts[0]?.title === 'Calls' && parts.length > 1)
      .map((area) => ({
        area,
        entries: area.parts.flatMap(({ title, entries = [] }) => (title === 'Calls' ? entries : [])),
      })),
    ...groupOf(topics, 'guides'),
  ]
  const listed = new Set<Topic>(groups.map(({ area }) => area))
  return (
    <>
      {groups.map(({ area, entries }) => (
        <section key={area.id} class="docs-group">
          <h2>
            <TopicLink topic={area.id}>{area.title}</TopicLink>
          </h2>
          <ul>
            {entries.map(({ name, topic }) => (
              <li key={name}>
                <TopicLink topic={topic ?? name}>{name}</TopicLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section class="docs-group">
        <h2>Lists</h2>
        <ul>
          {areas
            .filter((area) => !listed.has(area))
            .map(({ id, title }) => (
              <li key={id}>
                <TopicLink topic={id}>{title}</TopicLink>
              </li>
            ))}
        </ul>
      </section>
    </>
  )
}

const groupOf = (
  topics: readonly Topic[],
  id: string,
): readonly { readonly area: Topic; readonly entries: readonly Entry[] }[] =>
  topics
    .filter((topic) => topic.id === id)
    .map((area) => ({ area, entries: area.parts.flatMap(({ entries = [] }) => entries) }))

/** The reference of the SDK, offline. It is loaded when the panel is first shown. */
export const DocsPanel = ({ docs }: { readonly docs: Docs }) => {
  useEffect(docs.load, [docs])
  const reference = docs.reference.value
  if (reference === null) return <p class="empty">Loading …</p>
  if (reference === 'failed')
    return <p class="empty">The reference could not be loaded. In a terminal, run miniapp docs.</p>
  return <DocsBrowser reference={reference} topic={docs.topic} onClose={put(docs.topic, null)} />
}

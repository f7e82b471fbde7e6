import type { Entry, Part, Topic } from '../../../docs/topic.js'
import { CopyButton } from '../controls/copy-button.js'
import { TopicLink } from './topic-link.js'
import { SectionLink, Words } from './with-sections.js'

/** A topic of the reference. */
export const TopicView = ({ topic }: { readonly topic: Topic }) => {
  const { kind, title, sections } = topic
  const isCode =
    kind === 'call' ||
    kind === 'event' ||
    kind === 'error' ||
    kind === 'field' ||
    kind === 'rule' ||
    kind === 'switch'
  return (
    <article class="topic stack" aria-label={title.replaceAll('`', '')}>
      <h2 class={isCode ? 'mono' : ''}>
        <Words text={title} />
      </h2>
      <p class="muted small">
        {KIND_NAMES[kind]}
        {sections.length > 0 && kind !== 'section' && (
          <>
            {' · section '}
            {sections.map((section, index) => (
              <>
                {index > 0 && ', '}
                <SectionLink section={section} />
              </>
            ))}
          </>
        )}
      </p>
      <TopicBody topic={topic} />
    </article>
  )
}

/** A topic without its heading. */
export const TopicBody = ({ topic: { summary, parts } }: { readonly topic: Topic }) => (
  <>
    <p>
      <Words text={summary} />
    </p>
    {parts.map((part) => (
      <PartView key={part.title} part={part} />
    ))}
  </>
)

const KIND_NAMES = {
  call: 'Call',
  area: 'Area',
  guide: 'Guide',
  event: 'Event',
  error: 'Error code',
  field: 'Field of the manifest',
  switch: 'Switch of the simulator',
  limit: 'Limit',
  rule: 'Rule',
  section: 'Section of the platform document',
} as const satisfies Record<Topic['kind'], string>

const PartView = ({ part: { title, type, text, entries, code } }: { readonly part: Part }) => (
  <section>
    <h3>{title}</h3>
    {type !== undefined && <pre class="topic-type">{type}</pre>}
    {text !== undefined && text !== '' && (
      <p>
        <Words text={text} />
      </p>
    )}
    {entries !== undefined && (
      <dl class="topic-entries stack">
        {entries.map((entry) => (
          <EntryView key={`${entry.name} ${entry.topic ?? ''}`} entry={entry} />
        ))}
      </dl>
    )}
    {code !== undefined && (
      <div class="topic-code">
        <CopyButton label="Copy the code" text={() => code} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard; WCAG 2.1.1. */}
        <pre tabIndex={0}>{code}</pre>
      </div>
    )}
  </section>
)

/** A name in code: not a word such as `Tap`, nor a limit such as `64 KB`. */
const CODE = /^(?![A-Z][a-z]|\d)[\w$.?/-]+$/

const EntryView = ({ entry: { name, type, text, topic } }: { readonly entry: Entry }) => (
  <div>
    <dt class={CODE.test(name) ? 'mono' : ''}>
      {topic === undefined ? name : <TopicLink topic={topic}>{name}</TopicLink>}
    </dt>
    <dd>
      {type !== undefined && <code class="muted topic-parameter">{type}</code>}
      <Words text={text} />
    </dd>
  </div>
)

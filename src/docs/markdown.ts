import type { Entry, Part, Reference, Topic } from './topic.js'
import { KIND_HEADINGS, TOPIC_KINDS } from './topic.js'

/** The address of a topic's own text; null where it is not at hand. */
export type TopicAddress = (id: string) => string | null

const NOWHERE: TopicAddress = () => null

/** A topic as Markdown, for people's notes and for coding assistants. */
export const topicMarkdown = (
  { id, title, kind, summary, sections, parts }: Topic,
  address: TopicAddress = NOWHERE,
): string => {
  const isCode = kind === 'call' || kind === 'event'
  const heading = isCode ? `\`${title}\`` : title
  const place =
    sections.length === 0 || kind === 'section'
      ? ''
      : `, ${sections.length === 1 ? 'section' : 'sections'} ${sections.map((section) => linked(section, section, address)).join(', ')}`
  return [
    `# ${heading}`,
    `*${kind}* \`${id}\`${place}`,
    summary,
    ...parts.map((part) => partMarkdown(part, address)),
  ].join('\n\n')
}

const partMarkdown = ({ title, type, text, entries, code }: Part, address: TopicAddress): string =>
  [
    `## ${title}`,
    ...(type === undefined ? [] : [fenced(type, 'ts')]),
    ...(text === undefined || text === '' ? [] : [text]),
    ...(entries === undefined ? [] : [entries.map((entry) => entryMarkdown(entry, address)).join('\n')]),
    ...(code === undefined ? [] : [fenced(code, 'js')]),
  ].join('\n\n')

const fenced = (code: string, language: string): string => `\`\`\`${language}\n${code}\n\`\`\``

const entryMarkdown = ({ name, type, text, topic }: Entry, address: TopicAddress): string =>
  `- ${linked(`\`${name}\``, topic, address)}${type === undefined ? '' : ` (\`${type}\`)`}: ${text}`

const linked = (text: string, topic: string | undefined, address: TopicAddress): string => {
  const found = topic === undefined ? null : address(topic)
  return found === null ? text : `[${text}](${found})`
}

/** A list of topics as Markdown. */
export const topicsMarkdown = (topics: readonly Topic[], address: TopicAddress = NOWHERE): string =>
  topics.map(({ id, summary }) => `- ${linked(`\`${id}\``, id, address)}: ${summary}`).join('\n')

/**
 * The index of the reference, in the form of an `llms.txt`: a title, a paragraph, and lists of topics by kind.
 * @param first lists that come before, each with its heading
 */
export const indexMarkdown = (
  { version, topics }: Reference,
  address: TopicAddress = NOWHERE,
  first: readonly string[] = [],
): string =>
  [
    '# miniapp',
    `> The SDK reference of miniapp ${version}: the calls of \`window.Service\` with their limits and error codes, the manifest, the rules of \`miniapp check\` and \`miniapp test\`, and the simulator's switches. \`miniapp docs TOPIC\` shows a topic in full.`,
    ...first,
    ...TOPIC_KINDS.map(
      (kind) =>
        `## ${KIND_HEADINGS[kind]}\n\n${topicsMarkdown(
          topics.filter((topic) => topic.kind === kind),
          address,
        )}`,
    ),
  ].join('\n\n')

/** The index, and every topic in full after it. */
export const referenceMarkdown = (reference: Reference): string =>
  [
    indexMarkdown(reference, (id) => `#${id}`),
    ...reference.topics.map((topic) => `<a id="${topic.id}"></a>\n\n${topicMarkdown(topic)}`),
  ].join('\n\n')

import type { Entry, Part, Topic } from './topic.js'

/** A topic as Markdown, for people's notes and for coding assistants. */
export const topicMarkdown = ({ id, title, kind, summary, sections, parts }: Topic): string => {
  const isCode = kind === 'call' || kind === 'event'
  const heading = isCode ? `\`${title}\`` : title
  const place =
    sections.length === 0 || kind === 'section'
      ? ''
      : `, ${sections.length === 1 ? 'section' : 'sections'} ${sections.join(', ')}`
  return [`# ${heading}`, `*${kind}* \`${id}\`${place}`, summary, ...parts.map(partMarkdown)].join('\n\n')
}

const partMarkdown = ({ title, type, text, entries, code }: Part): string =>
  [
    `## ${title}`,
    ...(type === undefined ? [] : [fenced(type, 'ts')]),
    ...(text === undefined || text === '' ? [] : [text]),
    ...(entries === undefined ? [] : [entries.map(entryMarkdown).join('\n')]),
    ...(code === undefined ? [] : [fenced(code, 'js')]),
  ].join('\n\n')

const fenced = (code: string, language: string): string => `\`\`\`${language}\n${code}\n\`\`\``

const entryMarkdown = ({ name, type, text }: Entry): string =>
  `- \`${name}\`${type === undefined ? '' : ` (\`${type}\`)`}: ${text}`

/** A list of topics as Markdown. */
export const topicsMarkdown = (topics: readonly Topic[]): string =>
  topics.map(({ id, summary }) => `- \`${id}\`: ${summary}`).join('\n')

import { indexMarkdown, topicMarkdown, topicsMarkdown } from '../../../docs/markdown.js'
import { LIST_TOPICS, type Reference, type Topic } from '../../../docs/topic.js'
import { DOCUMENTS, type Document } from './documents.js'
import { type MenuGroup, sitePage } from './page.js'
import { toHtml, wordsOf } from './to-html.js'

/** What the site is made of besides the reference. */
export interface SiteSources {
  /** The text of a README file, by its path in the package. */
  readonly read: (file: string) => Promise<string>
  readonly script: string
  readonly style: string
  readonly icon: string
}

/** What the search reads, as `search.json`: topics and sections of pages, each with its address. */
interface SearchIndex extends Reference {
  /** From the top of the site, by the topic's id. */
  readonly addresses: Readonly<Record<string, string>>
}

/** The files of the site by their path: pages, their Markdown, `llms.txt`, the search, and the style sheet. */
export const docsSite = async (
  reference: Reference,
  { read, script, style, icon }: SiteSources,
): Promise<ReadonlyMap<string, string>> => {
  const documents = await Promise.all(
    Object.values(DOCUMENTS)
      .flat()
      .map(async (document) => ({ document, markdown: selected(await read(document.file), document) })),
  )
  const topics = new Map(reference.topics.map((topic) => [topic.id, topic]))
  const menu = menuOf(reference)
  const files = new Map([
    ['docs.js', script],
    ['docs.css', style],
    ['icon.svg', icon],
  ])
  const found: Topic[] = [...reference.topics]
  const addresses: Record<string, string> = Object.fromEntries(
    reference.topics.map(({ id }) => [id, `${topicPath(id)}.html`]),
  )
  const shared = { version: reference.version, menu }

  for (const { document, markdown } of documents) {
    const { name, title, summary, file } = document
    const { html, headings } = toHtml(markdown, (href) => documentAddress(file, href, documents, topics))
    files.set(`${name}.html`, sitePage({ ...shared, path: `${name}.html`, title, summary, html, headings }))
    files.set(`${name}.md`, markdown)
    for (const section of sectionsOf(markdown)) {
      const heading = headings.find(({ text }) => text === section.title)
      const address = `${name}.html${heading === undefined || heading.depth === 1 ? '' : `#${heading.id}`}`
      const id = section.title === headings[0]?.text ? title : `${title}: ${section.title}`
      addresses[id] = address
      found.push({
        id,
        kind: 'guide',
        title: id,
        summary: firstSentence(section.text),
        sections: [],
        aliases: [],
        parts: [{ title: section.title, text: section.text }],
      })
    }
  }

  for (const topic of reference.topics) {
    const path = topicPath(topic.id)
    const { html, headings } = toHtml(
      topicMarkdown(topic, (id) => (topics.has(id) ? `../${topicPath(id)}.html` : null)),
      (href) => href,
    )
    files.set(
      `${path}.html`,
      sitePage({
        ...shared,
        path: `${path}.html`,
        title: topic.title.replaceAll('`', ''),
        summary: topic.summary.replaceAll('`', ''),
        html,
        headings,
        isTopic: true,
      }),
    )
    files.set(
      `${path}.md`,
      `${topicMarkdown(topic, (id) => (topics.has(id) ? `../${topicPath(id)}.md` : null))}\n`,
    )
  }

  files.set(
    'index.html',
    sitePage({
      ...shared,
      path: 'index.html',
      title: 'miniapp',
      summary: LEAD,
      html: frontPage(reference),
      headings: [],
    }),
  )
  files.set('llms.txt', `${indexMarkdown(reference, (id) => `${topicPath(id)}.md`, documentLists())}\n`)
  const index: SearchIndex = { ...reference, topics: found, addresses }
  files.set('search.json', JSON.stringify(index))
  return files
}

/** The path of a topic's page, without its ending. */
export const topicPath = (id: string): string => `reference/${id.replaceAll('/', '-')}`

const documentLists = (): readonly string[] =>
  Object.entries(DOCUMENTS).map(
    ([group, documents]) =>
      `## ${group}\n\n${documents.map(({ name, title, summary }) => `- [${title}](${name}.md): ${summary}`).join('\n')}`,
  )

const menuOf = ({ topics }: Reference): readonly MenuGroup[] => {
  const links = (some: readonly Topic[]): MenuGroup['links'] =>
    some.map(({ id, title }) => ({ address: `${topicPath(id)}.html`, text: title.replaceAll('`', '') }))
  return [
    ...Object.entries(DOCUMENTS).map(([title, documents]) => ({
      title,
      links: documents.map(({ name, title: text }) => ({ address: `${name}.html`, text })),
    })),
    { title: 'Calls', links: links(callAreas(topics)) },
    { title: 'Whole examples', links: links(topics.filter(({ kind }) => kind === 'guide')) },
    {
      title: 'Reference',
      links: links(topics.filter(({ id }) => LIST_TOPICS.includes(id) && id !== 'guides')),
    },
  ]
}

/** The areas of the SDK. */
const callAreas = (topics: readonly Topic[]): readonly Topic[] =>
  topics.filter(({ kind, parts }) => kind === 'area' && parts[0]?.title === 'Calls' && parts.length > 1)

const LEAD =
  'The toolchain for mini apps: create one from a template or from a game you have, check it, run it in a simulator of the host, test it, pack it, and post about it.'

const FIRST_COMMANDS = `npm install --global miniapp
miniapp init hello --template arcade   # a small game, ready to play
cd hello
miniapp dev                            # the simulator; every save reloads the app
miniapp check                          # every rule of the platform
miniapp pack                           # writes <app_id>-<version>.zip for the upload`

const frontPage = ({ topics }: Reference): string => {
  const lists = [
    ...documentLists(),
    `## Calls\n\n${topicsMarkdown(callAreas(topics), (id) => `${topicPath(id)}.html`)}`,
    `## Reference\n\n${topicsMarkdown(
      topics.filter(({ id }) => LIST_TOPICS.includes(id)),
      (id) => `${topicPath(id)}.html`,
    )}`,
  ]
  const markdown = ['# miniapp', LEAD, `\`\`\`sh\n${FIRST_COMMANDS}\n\`\`\``, ...lists].join('\n\n')
  // A card has its name on a line of its own.
  return toHtml(markdown, (href) => href.replace(/\.md$/, '.html')).html.replaceAll('</a>: ', '</a> ')
}

/** The text of a document: all of its file, or its title and some sections. */
const selected = (text: string, { title, file, sections }: Document): string => {
  if (sections === undefined) return text
  const parts = text.split(/^(?=## )/m)
  const chosen = sections.map((heading) => {
    const part = parts.find((one) => one.startsWith(`## ${heading}\n`))
    if (part === undefined) throw new Error(`${file} has no section "${heading}".`)
    return sections.length === 1 ? part.slice(part.indexOf('\n') + 1) : part
  })
  return [`# ${title}`, ...chosen.map((part) => part.trim())].join('\n\n')
}

const RULES_FILE = 'src/check/rules/README.md'

/** Where a link of a README file leads on the site. */
const documentAddress = (
  file: string,
  href: string,
  documents: readonly { readonly document: Document; readonly markdown: string }[],
  topics: ReadonlyMap<string, Topic>,
): string => {
  const { pathname, hash } = new URL(href, `file:///${file}`)
  const target = pathname.slice(1)
  const anchor = hash.slice(1)
  if (target === RULES_FILE) {
    const topic = topics.has(anchor) ? anchor : 'rules'
    return `${topicPath(topic)}.html`
  }
  for (const { document, markdown } of documents) {
    if (document.file !== target) continue
    if (document.sections === undefined) return `${document.name}.html${hash}`
    const { headings } = toHtml(markdown, (link) => link)
    if (headings.some(({ id }) => id === anchor))
      return `${document.name}.html${document.title === document.sections[0] && anchor === headings[0]?.id ? '' : hash}`
  }
  throw new Error(`${file} links to ${href}, which is not a page of the site.`)
}

/** The sections of a document: each heading with the words below it, up to the next. */
const sectionsOf = (markdown: string): readonly { readonly title: string; readonly text: string }[] => {
  // A line of code may begin with # too.
  const withoutCode = markdown.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/^#/gm, ' #'))
  return withoutCode
    .split(/^(?=#{1,3} )/m)
    .filter((part) => part.startsWith('#'))
    .map((part) => {
      const end = part.includes('\n') ? part.indexOf('\n') : part.length
      return { title: wordsOf(part.slice(0, end)), text: wordsOf(part.slice(end)) }
    })
}

const LONGEST_SUMMARY = 160

const firstSentence = (text: string): string => {
  const [line = ''] = text.split('\n')
  const [sentence = ''] = /^.*?[.:](?= |$)/.exec(line) ?? [line]
  return sentence.length > LONGEST_SUMMARY ? `${sentence.slice(0, LONGEST_SUMMARY)}…` : sentence
}

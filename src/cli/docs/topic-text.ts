import type { Entry, Part, Topic } from '../../docs/topic.js'
import type { Styles } from '../../terminal/style.js'
import { wrap } from '../../terminal/wrap-text.js'

/** How text is laid out on a terminal. */
export interface Layout {
  readonly styles: Styles
  /** The terminal's width in columns. */
  readonly columns: number
}

/** Longer lines are hard to read, even if the terminal is wider. */
const WIDEST = 96
/** A name in a list that is longer has its text on the next line. */
const WIDEST_NAME = 22
/** Below this width, every text is on a line of its own. */
const NARROW = 60

/** A topic as plain text, wrapped to the terminal's width. Code keeps its lines. */
export const topicText = async (topic: Topic, layout: Layout): Promise<string> => {
  const { id, title, kind, summary, sections, parts } = topic
  const { styles } = layout
  const name = kind === 'call' || kind === 'rule' || title === id ? '' : ` ${id}`
  const place =
    sections.length === 0 || kind === 'section'
      ? ''
      : ` · ${sections.length === 1 ? 'section' : 'sections'} ${sections.join(', ')}`
  const lines = [
    await paragraph(title, '', layout, styles.bold),
    await paragraph(`${kind}${name}${place}`, '', layout, styles.dim),
    '',
    await paragraph(summary, '', layout),
  ]
  for (const part of parts) lines.push('', ...(await partLines(part, layout)))
  return `${lines.join('\n')}\n`
}

const partLines = async (
  { title, type, text, entries, code }: Part,
  layout: Layout,
): Promise<readonly string[]> => {
  const blocks: (readonly string[])[] = []
  if (type !== undefined) blocks.push(indented(type))
  if (text !== undefined && text !== '') blocks.push([await paragraph(text, '  ', layout)])
  if (entries !== undefined) blocks.push(await entryLines(entries, layout))
  if (code !== undefined) blocks.push(indented(code))
  return [
    layout.styles.bold(title),
    ...blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
  ]
}

const indented = (code: string): readonly string[] =>
  code.split('\n').map((line) => (line === '' ? '' : `    ${line}`))

/** A list: names in a column beside their texts, or above them where there is no room. */
export const entryLines = async (entries: readonly Entry[], layout: Layout): Promise<readonly string[]> => {
  const { styles, columns } = layout
  const longest = Math.max(0, ...entries.map(({ name }) => name.length))
  const width = Math.min(longest, WIDEST_NAME)
  const beside = columns >= NARROW
  const lines: string[] = []
  for (const { name, type, text } of entries) {
    const indent = beside ? ' '.repeat(width + 4) : '    '
    const head = `  ${styles.cyan(name)}`
    const words = type === undefined ? [text] : [type, text]
    const wrapped = await Promise.all(
      words.map((one, index) =>
        paragraph(one, indent, layout, type !== undefined && index === 0 ? styles.dim : undefined),
      ),
    )
    if (beside && name.length <= width) {
      const [first = '', ...rest] = wrapped
      lines.push(`${head}${' '.repeat(width - name.length + 2)}${first.slice(indent.length)}`, ...rest)
    } else lines.push(head, ...wrapped)
  }
  return lines
}

/** A paragraph, wrapped, every line of it indented. Code in backticks has a colour where there are colours. */
export const paragraph = async (
  text: string,
  indent: string,
  { styles, columns }: Layout,
  style: (text: string) => string = (plain) => plain,
): Promise<string> => {
  const coloured = styles.cyan('') !== ''
  const shown = coloured ? text.replace(/`([^`]+)`/g, (_, code: string) => styles.cyan(code)) : text
  return `${indent}${await wrap(style(shown), { columns: Math.min(columns, WIDEST), indent })}`
}

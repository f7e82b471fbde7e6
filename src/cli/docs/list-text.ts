import { LIST_TOPICS, type Reference, type Topic } from '../../docs/topic.js'
import { entryLines, type Layout, paragraph } from './topic-text.js'

/** What `miniapp docs` shows without a topic: the areas with their calls, the guides, and the other lists. */
export const overviewText = async ({ topics }: Reference, layout: Layout): Promise<string> => {
  const heading = (text: string): string => layout.styles.bold(text)
  const areas = topics.filter(
    ({ kind, parts }) => kind === 'area' && parts[0]?.title === 'Calls' && parts.length > 1,
  )
  const guides = topics.filter(({ kind }) => kind === 'guide')
  const lists = topics.filter(({ id }) => LIST_TOPICS.includes(id))
  const ruleAreas = topics.filter(
    ({ kind, parts }) => kind === 'area' && parts[0]?.title === 'Rules' && parts.length === 1,
  )
  const lines = [
    await paragraph(
      'The SDK reference. Run `miniapp docs TOPIC` to read a topic, and `miniapp docs --search WORDS` to search all of them.',
      '',
      layout,
    ),
    '',
    heading('Areas and calls'),
    ...(await entryLines(
      areas.map(({ id, parts }) => ({
        name: id,
        text: (parts[0]?.entries ?? []).map(({ name }) => name).join(', '),
      })),
      layout,
    )),
    '',
    heading('Guides'),
    ...(await entryLines(
      guides.map(({ aliases, summary }) => ({ name: aliases[0] ?? '', text: summary })),
      layout,
    )),
    '',
    heading('Lists'),
    ...(await entryLines(
      lists.map(({ id, title, parts }) => ({
        name: id,
        text: `${title}: ${parts[0]?.entries?.length ?? 0}.`,
      })),
      layout,
    )),
    '',
    heading('Areas of rules'),
    await paragraph(
      ruleAreas
        .filter(({ id }) => !LIST_TOPICS.includes(id))
        .map(({ id }) => id)
        .join(', '),
      '  ',
      layout,
    ),
  ]
  return `${lines.join('\n')}\n`
}

/** Topics as a list, each with its sentence. */
export const topicListText = async (topics: readonly Topic[], layout: Layout): Promise<string> => {
  const lines = await entryLines(
    topics.map(({ id, summary }) => ({ name: id, text: summary })),
    layout,
  )
  return `${lines.join('\n')}\n`
}

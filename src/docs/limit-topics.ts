import { CALL_TABLE, type Method } from '../platform/calls/table.js'
import { type LimitName, limitValue } from './limit-value.js'
import { CALL_TEXTS } from './texts/calls.js'
import { LIMIT_TEXTS } from './texts/limits.js'
import type { Entry, Topic } from './topic.js'

/** All limits, in the document's order. */
export const LIMIT_NAMES = Object.keys(LIMIT_TEXTS) as readonly LimitName[]

/** The topic of a limit. */
export const limitTopic = (name: LimitName): Topic => {
  const { text, sections } = LIMIT_TEXTS[name]
  const calls = (Object.keys(CALL_TABLE) as Method[]).filter((method) =>
    CALL_TEXTS[method].limits.includes(name),
  )
  return {
    id: idOf(name),
    kind: 'limit',
    title: text,
    summary: `${text}: ${limitValue(name)}.`,
    sections,
    aliases: [name],
    parts: [
      ...(sections.length === 0
        ? [
            {
              title: 'Where it comes from',
              text: 'The platform document gives no number. This is what the simulator and `check` use.',
            },
          ]
        : []),
      ...(calls.length === 0
        ? []
        : [
            {
              title: 'Calls',
              entries: calls.map((method) => ({
                name: CALL_TABLE[method].name,
                text: CALL_TEXTS[method].summary,
                topic: CALL_TABLE[method].name,
              })),
            },
          ]),
    ],
  }
}

/** A limit in a list of limits. */
export const limitEntry = (name: LimitName): Entry => ({
  name: limitValue(name),
  text: `${LIMIT_TEXTS[name].text}.`,
  topic: idOf(name),
})

const idOf = (name: LimitName): string => `limits/${name.toLowerCase().replaceAll('_', '-')}`

import type * as z from 'zod/mini'
import {
  type CallDefinition,
  type Declaration,
  OPTIONS,
  PROGRESS_OPTION,
} from '../platform/calls/definition.js'
import { EVERY_CALL_REJECTS, rejectionsOf } from '../platform/calls/rejections.js'
import { isOptional } from '../platform/calls/shape-parts.js'
import { CALL_SHAPES, parametersOf } from '../platform/calls/shapes.js'
import { CALL_TABLE, type Method } from '../platform/calls/table.js'
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js'
import { SECOND_MS } from '../platform/units.js'
import type { Examples } from './examples.js'
import { examplePart } from './examples.js'
import { limitEntry } from './limit-topics.js'
import { parameterType, shapeLines } from './shape-text.js'
import { CALL_TEXTS, SDK_RESULTS } from './texts/calls.js'
import { OWN_CALL_TEXTS, type OwnCall } from './texts/own-calls.js'
import type { Entry, Part, Topic } from './topic.js'

/** The topic of a call that goes to the host. */
export const callTopic = (method: Method, examples: Examples): Topic => {
  const call = CALL_TABLE[method]
  const { summary, sections, result, limits } = CALL_TEXTS[method]
  const name = call.name as keyof Examples
  return {
    id: call.name,
    kind: 'call',
    title: signatureOf(method),
    summary,
    sections: [...new Set(['4.1', ...sections])],
    aliases: call.name === method ? [] : [method],
    parts: [
      ...(call.arguments.length === 0 ? [] : [{ title: 'Parameters', entries: parameterEntries(method) }]),
      { title: 'Result', type: resultOf(method), ...(result === '' ? {} : { text: result }) },
      { title: 'At a glance', entries: glanceOf(method, call) },
      { title: 'Rejects with', text: EVERY_CALL, entries: rejectionsOf(method).map(errorEntry) },
      ...(limits.length === 0 ? [] : [{ title: 'Limits', entries: limits.map(limitEntry) }]),
      examplePart(examples[name]),
    ],
  }
}

/** The topic of a call that the SDK answers itself. */
export const ownCallTopic = (name: OwnCall, examples: Examples): Topic => {
  const { signature, summary, sections, parameters, result, resultText, rejects } = OWN_CALL_TEXTS[name]
  const rejections: Part = { title: 'Rejects with', entries: rejects.map(errorEntry) }
  return {
    id: name,
    kind: 'call',
    title: signature,
    summary,
    sections,
    aliases: [],
    parts: [
      {
        title: 'Parameters',
        entries: parameters.map(({ name, type, text }) => ({ name, type, text })),
      },
      { title: 'Result', type: result, text: resultText },
      ...(rejects.length === 0 ? [] : [rejections]),
      examplePart(examples[name]),
    ],
  }
}

const EVERY_CALL = `Every call can reject with ${EVERY_CALL_REJECTS.slice(0, -1)
  .map((code) => `\`${code}\``)
  .join(', ')} and \`${EVERY_CALL_REJECTS.at(-1)}\`. This one also with:`

/** A code in a list of codes. */
const errorEntry = (code: ErrorCode): Entry => ({
  name: code,
  text: ERROR_CODES[code],
  topic: `errors/${code}`,
})

/** `Service.db.set(key, value, { replaceable?, rank? })`. */
const signatureOf = (method: Method): string => {
  const call = CALL_TABLE[method]
  const options = parametersOf(method).map((fields) => {
    const names = Object.entries(fields)
      .filter(([name]) => !call.arguments.includes(name))
      .map(([name, schema]) => (isOptional(schema) ? `${name}?` : name))
    return `{ ${[...names, ...(call.progress ? [`${PROGRESS_OPTION}?`] : [])].join(', ')} }`
  })
  const given = call.arguments.map((name) => (name === OPTIONS ? options.join(' | ') : name))
  return `Service.${call.name}(${given.join(', ')})`
}

const parameterEntries = (method: Method): readonly Entry[] => {
  const { parameters, types = {} } = CALL_TEXTS[method]
  const texts: Readonly<Record<string, string>> = parameters
  const ownTypes: Readonly<Record<string, string | undefined>> = types
  const entries = parametersOf(method).flatMap((fields) =>
    Object.entries(fields).map(([name, schema]) => ({
      name: isOptional(schema) ? `${name}?` : name,
      type: ownTypes[name] ?? parameterType(schema),
      text: texts[name] ?? '',
    })),
  )
  const progress: Entry = {
    name: `${PROGRESS_OPTION}?`,
    type: '(progress) => void',
    text: 'Called with the data of each event `ai.progress` of this request.',
    topic: 'events/ai.progress',
  }
  return CALL_TABLE[method].progress ? [...entries, progress] : entries
}

const resultOf = (method: Method): string => {
  const own = (SDK_RESULTS as { readonly [M in Method]?: z.ZodMiniType | string })[method]
  return typeof own === 'string' ? own : shapeLines(own ?? CALL_SHAPES[method].result)
}

const GESTURES = {
  no: 'Not required.',
  tap: 'Required: call it directly in a click, pointer-up, touch-end or key-down handler.',
  ask: 'Required with `ask: true`: call it directly in a click, pointer-up, touch-end or key-down handler.',
} as const satisfies Record<CallDefinition['gesture'], string>

const OFFLINE = {
  works: 'Works without a connection.',
  fails: 'Rejects with `OFFLINE` on a phone without a connection.',
  'fails with web_search': 'Works without a connection, but not with `web_search`.',
} as const satisfies Record<CallDefinition['offline'], string>

const glanceOf = (method: Method, call: CallDefinition): readonly Entry[] => [
  { name: 'Tap', text: GESTURES[call.gesture] },
  ...(call.declaredIn === null ? [] : [{ name: 'Manifest', text: declarationText(call.declaredIn) }]),
  { name: 'Timeout', text: waitText(call) },
  { name: 'Offline', text: OFFLINE[call.offline] },
  {
    name: 'Hosts',
    text:
      call.since === 'oldest'
        ? 'Every host has it.'
        : `Older phone apps lack it: check \`await Service.supports('${call.name}')\`.`,
  },
  ...(method === call.name ? [] : [{ name: 'Protocol', text: `\`${method}\`` }]),
]

const declarationText = ({ capability, tool }: Declaration): string =>
  `Declare \`${capability}\` in \`capabilities\`${tool === null ? '' : `, with the tool \`${tool}\` for \`${tool}: true\``}.`

const waitText = ({ timeoutMs, gesture, sheet }: CallDefinition): string => {
  if (timeoutMs === null)
    return sheet === 'ai' ? 'None: it takes as long as the work.' : 'None: it waits for the person.'
  const limited = `At most ${timeoutMs / SECOND_MS} seconds, then it rejects with \`TIMEOUT\`.`
  return gesture === 'ask' ? `${limited} With \`ask: true\`, it waits for the person.` : limited
}

import { DEFAULT_SWITCHES, SWITCH_NAMES, type Switches } from '../host/control/switches.js'
import { OWN_CALLS } from '../platform/calls/definition.js'
import { EVERY_CALL_REJECTS, rejectionsOf } from '../platform/calls/rejections.js'
import { CALL_TABLE, type Method } from '../platform/calls/table.js'
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js'
import { EVENT_NAMES, type EventName } from '../platform/events.js'
import { callTopic, ownCallTopic } from './call-topics.js'
import { type Examples, examplePart } from './examples.js'
import { LIMIT_NAMES, limitEntry, limitTopic } from './limit-topics.js'
import { fieldTopics, manifestParts } from './manifest-topics.js'
import { type RuleEntry, type RuleExamples, ruleAreaTopics, ruleTopic } from './rule-topics.js'
import { AREAS, type AreaName, type AreaText } from './texts/areas.js'
import { ERROR_TEXTS } from './texts/errors.js'
import { EVENT_TEXTS } from './texts/events.js'
import { GUIDES, type GuideName } from './texts/guides.js'
import { OWN_CALL_TEXTS, type OwnCall } from './texts/own-calls.js'
import { SECTIONS } from './texts/sections.js'
import { SWITCH_TEXTS } from './texts/switches.js'
import {
  type Entry,
  KIND_HEADINGS,
  type Part,
  type Reference,
  shortName,
  TOPIC_KINDS,
  type Topic,
  type TopicKind,
} from './topic.js'

export interface ReferenceSources {
  readonly version: string
  readonly rules: readonly RuleEntry[]
  readonly ruleExamples: RuleExamples
  readonly examples: Examples
}

/** The whole reference, from the tables of the platform and of the host. */
export const createReference = ({ version, rules, ruleExamples, examples }: ReferenceSources): Reference => {
  const topics = [
    ...areaNames.map((name) => areaTopic(name, examples)),
    ...areaNames.flatMap((name) =>
      (AREAS[name] as AreaText).calls.map((call) => anyCallTopic(call, examples)),
    ),
    ...(Object.keys(GUIDES) as GuideName[]).map((name) => guideTopic(name, examples)),
    ...EVENT_NAMES.map((name) => eventTopic(name, examples)),
    ...(Object.keys(ERROR_CODES) as ErrorCode[]).map((code) => errorTopic(code, examples)),
    ...fieldTopics(),
    ...LIMIT_NAMES.map(limitTopic),
    ...SWITCH_NAMES.map(switchTopic),
    // Those about the manifest are at the end of its page.
    ...ruleAreaTopics(rules).filter(({ id }) => id !== MANIFEST_PAGE),
    ...rules.map((rule) => ruleTopic(rule, ruleExamples[rule.id])),
  ]
  const all = [...topics, ...sectionTopics(topics)]
  const manifestRules = ruleAreaTopics(rules).flatMap(({ id, parts }) => (id === MANIFEST_PAGE ? parts : []))
  return { schema: 1, version, topics: [...indexTopics(all, manifestRules), ...all] }
}

const areaNames = Object.keys(AREAS) as AreaName[]

const isOwnCall = (call: Method | OwnCall): call is OwnCall => OWN_CALLS.some((own) => own === call)

const anyCallTopic = (call: Method | OwnCall, examples: Examples): Topic =>
  isOwnCall(call) ? ownCallTopic(call, examples) : callTopic(call, examples)

const areaTopic = (name: AreaName, examples: Examples): Topic => {
  const { title, summary, sections, calls, events, guide }: AreaText = AREAS[name]
  return {
    // `nickname` is also an event, and `multiplayer` a switch: the area wins.
    id: name,
    kind: 'area',
    title,
    summary,
    sections,
    aliases: [],
    parts: [
      { title: 'Calls', entries: calls.map((call) => callEntry(call)) },
      ...(events.length === 0 ? [] : [{ title: 'Events', entries: events.map(eventEntry) }]),
      examplePart(examples[guide], GUIDES[guide].text, `Example: ${GUIDES[guide].title}`),
    ],
  }
}

const callEntry = (call: Method | OwnCall): Entry => {
  const { id, summary } = anyCallTopic(call, NO_EXAMPLES)
  return { name: id, text: summary, topic: id }
}

/** For topics of which only the name and the summary are used. */
const NO_EXAMPLES = {} as Examples

const eventEntry = (name: EventName): Entry => ({
  name,
  text: EVENT_TEXTS[name].summary,
  topic: `events/${name}`,
})

const guideTopic = (name: GuideName, examples: Examples): Topic => ({
  id: `guides/${name}`,
  kind: 'guide',
  title: GUIDES[name].title,
  summary: GUIDES[name].summary,
  sections: [
    ...new Set(areaNames.flatMap((area) => (AREAS[area].guide === name ? AREAS[area].sections : []))),
  ],
  aliases: [name],
  parts: [
    examplePart(examples[name], GUIDES[name].text),
    {
      title: 'Calls',
      entries: areaNames
        .flatMap((area) => (AREAS[area] as AreaText).calls)
        .filter((call) => examples[name].includes(`${lastOf(nameOf(call))}(`))
        .map(callEntry),
    },
  ],
})

const nameOf = (call: Method | OwnCall): string => (isOwnCall(call) ? call : CALL_TABLE[call].name)

/** `storage.set` of `Service.storage.set`, `multiplayer.send` of a shortened object. */
const lastOf = (name: string): string => (name.includes('.') ? name : `Service.${name}`)

const eventTopic = (name: EventName, examples: Examples): Topic => {
  const { summary, data, text, example } = EVENT_TEXTS[name]
  const short = name.startsWith('mp.') ? name.slice('mp.'.length) : null
  return {
    id: `events/${name}`,
    kind: 'event',
    title:
      short === null ? `Service.on('${name}', listener)` : `Service.multiplayer.on('${short}', listener)`,
    summary,
    sections: name.startsWith('mp.') ? ['6', '4.8'] : ['6'],
    aliases: short === null ? [] : [`events/${short}`],
    parts: [{ title: 'Data', type: data, text }, examplePart(examples[example])],
  }
}

const errorTopic = (code: ErrorCode, examples: Examples): Topic => {
  const { remedy, example } = ERROR_TEXTS[code]
  const isCommon = EVERY_CALL_REJECTS.some((common) => common === code)
  const methods = (Object.keys(CALL_TABLE) as Method[]).filter((method) =>
    rejectionsOf(method).includes(code),
  )
  const own = OWN_CALLS.filter((call) => OWN_CALL_TEXTS[call].rejects.some((one: ErrorCode) => one === code))
  return {
    id: `errors/${code}`,
    kind: 'error',
    title: code,
    summary: ERROR_CODES[code],
    sections: ['7'],
    aliases: [code],
    parts: [
      { title: 'What to do', text: remedy },
      examplePart(examples[example]),
      isCommon
        ? { title: 'Calls that reject with it', text: 'Every call.' }
        : { title: 'Calls that reject with it', entries: [...methods, ...own].map(callEntry) },
    ],
  }
}

const switchTopic = (name: keyof Switches): Topic => {
  const { summary, sections, values } = SWITCH_TEXTS[name]
  const initial = DEFAULT_SWITCHES[name]
  const hasParts = typeof initial === 'object'
  const example = hasParts ? firstPart(initial) : initial
  return {
    id: `switches/${name}`,
    kind: 'switch',
    title: name,
    summary,
    sections,
    aliases: [],
    parts: [
      {
        title: hasParts ? 'Parts' : 'Values',
        entries: Object.entries(values).map(([value, text]) => ({ name: value, text })),
      },
      {
        title: 'Set it',
        text: 'In the Switches panel of `miniapp dev`, in a test with `setSwitches` of `miniapp/testing`, or with `PATCH control/switches` and a body such as:',
        code: JSON.stringify({ [name]: example }),
      },
    ],
  }
}

const firstPart = (parts: object): object => Object.fromEntries(Object.entries(parts).slice(0, 1))

const sectionTopics = (topics: readonly Topic[]): readonly Topic[] =>
  Object.entries(SECTIONS).map(([section, title]) => {
    const about = topics.filter(({ sections }) => sections.includes(section))
    return {
      id: section,
      kind: 'section',
      title,
      summary: `Limits and rules from section ${section} of the platform document.`,
      sections: [section],
      aliases: [],
      parts: TOPIC_KINDS.map((kind) => ({
        title: KIND_HEADINGS[kind],
        entries: about.filter((topic) => topic.kind === kind).map(topicEntry),
      })).filter(({ entries }) => entries.length > 0),
    }
  })

/** A topic in a list of topics. */
const topicEntry = ({ id, title, summary, kind }: Topic): Entry =>
  LIMIT_ENTRIES.get(id) ?? {
    name:
      kind === 'call' || kind === 'field' || kind === 'rule' || kind === 'section' || kind === 'area'
        ? id
        : shortName(id),
    text: kind === 'section' ? title : summary,
    topic: id,
  }

/** Limits are listed by their values. */
const LIMIT_ENTRIES: ReadonlyMap<string | undefined, Entry> = new Map(
  LIMIT_NAMES.map(limitEntry).map((entry) => [entry.topic, entry]),
)

/** The page of the manifest, which is also an area of rules. */
const MANIFEST_PAGE = 'manifest'

/** The names under which all topics of a kind are listed, each with a sentence. The areas are the list of everything. */
const INDEXES: Readonly<Record<Exclude<TopicKind, 'area'>, readonly [id: string, summary: string]>> = {
  call: ['calls', 'Everything that `window.Service` can do.'],
  guide: ['guides', 'Complete examples that use several calls together.'],
  event: ['events', 'What the host tells the app.'],
  field: [
    MANIFEST_PAGE,
    '`manifest.json`, at the root of the bundle, says what the app is. It is JSON in UTF-8; a field that is not listed here is refused.',
  ],
  error: ['errors', 'The codes that a call can reject with.'],
  switch: ['switches', 'The switches of the simulator: the person, the device and the service.'],
  limit: ['limits', 'Every number of the platform.'],
  rule: ['rules', 'What `miniapp check` and `miniapp test` report.'],
  section: ['sections', 'Limits and rules by section of the platform document.'],
}

/** @param manifestRules what `check` reports about the manifest */
const indexTopics = (topics: readonly Topic[], manifestRules: readonly Part[]): readonly Topic[] =>
  TOPIC_KINDS.flatMap((kind) => {
    if (kind === 'area') return []
    const [id, summary] = INDEXES[kind]
    return [
      {
        id,
        kind: 'area',
        title: KIND_HEADINGS[kind],
        summary,
        sections: kind === 'field' ? ['2.2', '2.3', '2.4'] : [],
        aliases: kind === 'field' ? ['manifest.json'] : [],
        parts:
          kind === 'field'
            ? [...manifestParts(), ...manifestRules]
            : [
                {
                  title: KIND_HEADINGS[kind],
                  entries: topics.filter((topic) => topic.kind === kind).map(topicEntry),
                },
              ],
      },
    ]
  })

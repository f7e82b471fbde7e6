import type { Entry, Topic } from './topic.js'

/** What the reference needs of a rule of `check` or `test`. */
export interface RuleEntry {
  readonly id: string
  readonly level: string
  readonly impact: string | null
  readonly section: string
  readonly breach: string
  readonly why: string
  readonly remedy: string
}

/** A breach of a rule, as a fixture has it. */
export interface RuleExample {
  readonly file: string
  readonly line: number | null
  /** The line of code; null where there is none. */
  readonly source: string | null
  readonly message: string
  readonly fix: string
}

/** Breaches by the rule's id; `miniapp test` has no fixtures. */
export type RuleExamples = Readonly<Record<string, RuleExample>>

/** The areas of rules, with their titles. */
export const RULE_AREAS: Readonly<Record<string, string>> = {
  zip: 'the zip',
  bundle: "the bundle's files",
  content: "the files' contents",
  manifest: 'the manifest',
  picture: 'icon and screenshots',
  html: 'pages',
  css: 'stylesheets',
  svg: 'SVG files',
  script: 'scripts',
  sdk: 'SDK calls',
  run: 'the running app',
}

const LEVELS: Readonly<Record<string, string>> = {
  error: 'The service would refuse the version.',
  flag: 'The service accepts the version, but an admin reviews it before it goes live.',
  warning: 'The service accepts the version, but it fails at run time or is very likely a mistake.',
  info: 'Worth knowing; nothing to do.',
}

const IMPACTS: Readonly<Record<string, string>> = {
  breaks:
    'The app throws or fails when it runs this code, on load or by itself. If the code runs only when somebody uses a part of the app, the impact is `fails-if-used`.',
  'fails-if-used': 'A part of the app fails when somebody uses it.',
  degrades: 'It does nothing, or looks wrong.',
}

/** The topic of a rule. */
export const ruleTopic = (rule: RuleEntry, example: RuleExample | undefined): Topic => {
  const { id, level, impact, section, breach, why, remedy } = rule
  const levelText =
    areaOf(id) === 'run' && level === 'error' ? 'Something is broken for users.' : LEVELS[level]
  return {
    id,
    kind: 'rule',
    title: id,
    summary: breach,
    sections: section === '' ? [] : section.split(', '),
    aliases: [],
    parts: [
      { title: 'Why', text: why },
      { title: 'Fix', text: remedy },
      {
        title: 'At a glance',
        entries: [
          { name: 'Level', text: `\`${level}\`: ${levelText ?? ''}` },
          ...(impact === null ? [] : [{ name: 'Impact', text: `\`${impact}\`: ${IMPACTS[impact] ?? ''}` }]),
        ],
      },
      ...(example === undefined
        ? []
        : [
            {
              title: 'Example',
              text: `\`${example.file}${example.line === null ? '' : `:${example.line}`}\`: ${example.message} ${example.fix}`,
              ...(example.source === null ? {} : { code: example.source }),
            },
          ]),
    ],
  }
}

/** The topics that list the rules of an area. */
export const ruleAreaTopics = (rules: readonly RuleEntry[]): readonly Topic[] =>
  [...new Set(rules.map(({ id }) => areaOf(id)))].map((area) => ({
    id: area,
    kind: 'area',
    title: `Rules for ${RULE_AREAS[area] ?? area}`,
    summary: `What \`miniapp ${area === 'run' ? 'test' : 'check'}\` reports about ${RULE_AREAS[area] ?? area}.`,
    sections: [],
    aliases: [],
    parts: [{ title: 'Rules', entries: rules.filter(({ id }) => areaOf(id) === area).map(ruleEntry) }],
  }))

/** A rule in a list of rules. */
const ruleEntry = ({ id, breach }: RuleEntry): Entry => ({ name: id, text: breach, topic: id })

/** `html` of `html/remote-url`. */
export const areaOf = (id: string): string => id.split('/', 1)[0] ?? ''

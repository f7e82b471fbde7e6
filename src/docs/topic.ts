/** The headings of lists of topics, by kind, in the order in which a bare name is looked up. */
export const KIND_HEADINGS = {
  call: 'Calls',
  area: 'Areas',
  guide: 'Guides',
  event: 'Events',
  error: 'Error codes',
  field: 'Fields of the manifest',
  switch: "The simulator's switches",
  limit: 'Limits',
  rule: 'Rules',
  section: 'Sections of the platform document',
} as const

export type TopicKind = keyof typeof KIND_HEADINGS

export const TOPIC_KINDS = Object.keys(KIND_HEADINGS) as readonly TopicKind[]

/** An entry of a list: a parameter, an error, a limit, another topic. */
export interface Entry {
  readonly name: string
  /** The type of a parameter, the value of a limit. */
  readonly type?: string
  /** One or two sentences. Code is in backticks. */
  readonly text: string
  /** The id of the topic that explains it. */
  readonly topic?: string
}

/** A part of a topic: a type, a text, a list, code, or several of these, in this order. */
export interface Part {
  readonly title: string
  /** A type in the notation of TypeScript, of one or more lines. */
  readonly type?: string
  /** Sentences. Code is in backticks. */
  readonly text?: string
  readonly entries?: readonly Entry[]
  readonly code?: string
}

/** One page of the reference. The shape is part of the output of `docs --format json`. */
export interface Topic {
  /** `pay`, `manifest.products.price`, `errors/NEEDS_TAP`, `events/theme`, `switches/theme`, `html/remote-url`, `4.3`. */
  readonly id: string
  readonly kind: TopicKind
  /** The name in code or in words: `Service.pay({ product })`, `Payments`. */
  readonly title: string
  /** One sentence. Code is in backticks. */
  readonly summary: string
  /** The sections of the platform document; empty where it is silent. */
  readonly sections: readonly string[]
  /** Other names that lead here: `mp.send` of `multiplayer.send`. */
  readonly aliases: readonly string[]
  readonly parts: readonly Part[]
}

/** The whole reference. */
export interface Reference {
  readonly schema: 1
  readonly version: string
  readonly topics: readonly Topic[]
}

/** The ids of the topics that list all topics of a kind. */
export const LIST_TOPICS: readonly string[] = [
  'calls',
  'manifest',
  'guides',
  'events',
  'errors',
  'switches',
  'limits',
  'rules',
  'sections',
]

/** `theme` of `events/theme`. */
export const shortName = (id: string): string => id.slice(id.indexOf('/') + 1)

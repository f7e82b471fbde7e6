import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import * as z from 'zod'
import { durationMs } from '../../../control/shared-routes.js'
import { CAPABILITIES, type Capability } from '../../../platform/features.js'
import { plainIssue } from '../../../platform/issues.js'
import { AI_ANSWER_MAX_CHARACTERS } from '../../../platform/limits.js'

/** The content of `ai.json`: answers to requests. The first entry that matches a request is used. */
export interface ScriptDocument {
  readonly answers: readonly ScriptEntry[]
}

/** `prompt`, `contains` and `pattern` ignore letter case. */
export type ScriptEntry = z.output<typeof entrySchema>

/** A script, or all its problems, each with its path. */
export type ReadScript = ScriptDocument | { readonly problems: readonly string[] }

const delay = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,3})?(?:ms|s|m)$/, 'must be a time such as "500ms", "5s" or "1m"')
  .transform(durationMs)

const pattern = z.string().refine((text) => {
  try {
    new RegExp(text, 'iu')
    return true
  } catch {
    return false
  }
}, 'is not a regular expression')

const MATCHES = ['prompt', 'contains', 'pattern'] as const
const OUTCOMES = ['text', 'json', 'file', 'refuse'] as const

const entrySchema = z
  .strictObject({
    for: z.enum(CAPABILITIES),
    /** The whole prompt. Surrounding spaces are ignored. */
    prompt: z.string().optional(),
    /** A part of the prompt. */
    contains: z.string().optional(),
    /** A regular expression that matches in the prompt. */
    pattern: pattern.optional(),
    /** The exact answer, even if it is not valid JSON. */
    text: z.string().min(1).max(AI_ANSWER_MAX_CHARACTERS).optional(),
    json: z.json().optional(),
    /** A picture or WAV file in the project. */
    file: z.string().min(1).optional(),
    refuse: z.enum(['blocked', 'unavailable', 'cancelled']).optional(),
    /** How long the request takes; read into milliseconds. */
    delay: delay.optional(),
  })
  .superRefine((entry, context) => {
    const fault = (field: string, message: string): void => {
      context.addIssue({ code: 'custom', path: [field], message })
    }
    const given = (names: readonly (keyof typeof entry)[]) =>
      names.filter((name) => entry[name] !== undefined)
    const [, second] = given(MATCHES)
    if (second !== undefined)
      fault(second, 'is one too many: use only one of `prompt`, `contains` and `pattern`')
    const [outcome, other] = given(OUTCOMES)
    if (other !== undefined)
      fault(other, 'is one too many: use only one of `text`, `json`, `file` and `refuse`')
    if (outcome === undefined && entry.delay === undefined)
      fault('for', 'has no answer: add `text`, `json`, `file`, `refuse` or `delay`')
    const asks = entry.for === 'ai.assistant'
    if (asks && outcome === 'file') fault('file', 'is only for pictures and sounds: use `text` or `json`')
    if (!asks && (outcome === 'text' || outcome === 'json'))
      fault(outcome, `is only for ai.assistant: use \`file\` for ${entry.for}`)
  })

const documentSchema = z.strictObject({
  $schema: z.string().optional(),
  schema: z.literal(1).optional(),
  answers: z.array(entrySchema).max(10_000),
})

/** Reads a script. Comments and trailing commas are allowed, because people write it. */
export const readScript = (text: string): ReadScript => {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length > 0) return { problems: errors.slice(0, 1).map((error) => describeSyntax(text, error)) }
  const read = documentSchema.safeParse(value, { error: plainIssue })
  if (read.success) return { answers: read.data.answers }
  return {
    problems: read.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.join('.')}: ${message}`,
    ),
  }
}

const describeSyntax = (text: string, { error, offset }: ParseError): string => {
  const before = text.slice(0, offset)
  const words = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}: ${words}`
}

/** Whether an entry matches a request. */
export const fits = (entry: ScriptEntry, capability: Capability, prompt: string): boolean => {
  if (entry.for !== capability) return false
  if (entry.prompt !== undefined) return same(entry.prompt) === same(prompt)
  if (entry.contains !== undefined) return lower(prompt).includes(lower(entry.contains))
  return entry.pattern === undefined || new RegExp(entry.pattern, 'iu').test(prompt)
}

const lower = (text: string): string => text.toLocaleLowerCase('en')
const same = (text: string): string => lower(text.trim())

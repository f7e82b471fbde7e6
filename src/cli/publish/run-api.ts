import { STATUS_CODES } from 'node:http'
import { resolve } from 'node:path'
import { Failure } from '../../failure.js'
import { OPERATIONS } from '../../platform/publishing.js'
import { MB } from '../../platform/units.js'
import { type ApiField, fieldsObject, fieldsQuery, parseField, typedValue } from '../../publish/api-fields.js'
import { fileAt } from '../../publish/media/media-file.js'
import { errorWords, saying } from '../../publish/requests/api-answer.js'
import { operationAt, rawCall, readApiPath } from '../../publish/requests/api-request.js'
import { answerTo, replyFailure } from '../../publish/requests/authorized-call.js'
import type { HttpAnswer, HttpMethod, StreamedBody } from '../../publish/requests/bounded-fetch.js'
import { indentJson } from '../../publish/requests/exact-json.js'
import { safeJson } from '../../terminal/json-text.js'
import { safeLine, safeText } from '../../terminal/safe-text.js'
import type { CommandContext } from '../context.js'
import { failureValue } from '../failure-json.js'
import type { TextOrJson } from '../options.js'
import { type AccountFlags, readAccount } from './account.js'
import { hideChatAddresses } from './hide-addresses.js'
import { readBounded, readTextFile } from './post-source.js'
import { type AnswerTimeoutFlag, callContext, publishingTools } from './publishing-tools.js'

export interface ApiFlags extends AccountFlags, AnswerTimeoutFlag {
  readonly field?: readonly string[]
  readonly rawField?: readonly string[]
  readonly input?: string
  readonly include: boolean
  readonly jq?: string
  readonly format: TextOrJson
}

/** Larger than the largest body of the API: a video of 100 MB in Base64 (2.4). */
const MAX_STDIN_BYTES = 192 * MB

/** Sends a raw request and prints the answer, refused or not; the exit code follows the status. */
export const runApi = async (
  method: HttpMethod,
  path: string,
  flags: ApiFlags,
  context: CommandContext,
): Promise<void> => {
  const fields = await readFields(flags, context)
  const inQuery = method === 'GET' || flags.input !== undefined
  const call = rawCall(
    method,
    readApiPath(path, inQuery ? fieldsQuery(fields) : []),
    flags.input !== undefined
      ? await readInput(flags.input, context)
      : inQuery || fields.length === 0
        ? null
        : JSON.stringify(fieldsObject(fields)),
  )
  const tools = publishingTools(context)
  const account = await readAccount(flags, tools.store, context)
  const calls = callContext(tools, context, flags)
  const reply = await answerTo(account, call, calls)
  const isFine = reply.answer.status >= 200 && reply.answer.status < 300
  const failure = isFine ? null : await replyFailure(account, call, reply, calls)
  const isChat = call.path.split('?')[0] === OPERATIONS.getChat.path
  const text = isChat ? hideChatAddresses(reply.answer.text) : reply.answer.text
  const answer = { ...reply.answer, text }
  if (flags.format === 'json' && flags.jq === undefined)
    context.out(describeJson(answer, failure, flags.include))
  else {
    const body = flags.jq === undefined || !isJson(text) ? null : await filtered(text, flags.jq, context)
    context.out(
      `${flags.include ? describeHead(answer) : ''}${body ?? describeBody(text, context.outIsTerminal)}`,
    )
  }
  if (failure === null) return
  const isUnknown = reply.answer.status === 404 || reply.answer.status === 405
  if (!isUnknown || operationAt(method, call.path) !== undefined) throw failure
  const message = `The API does not have ${method} ${call.path}.${saying(errorWords(reply.answer))}`
  throw new Failure(failure.kind, message, OPERATIONS_HELP, failure, failure.status)
}

const OPERATIONS_HELP = `The documented requests are ${Object.values(OPERATIONS)
  .map(({ method, path }) => `${method} ${path}`)
  .join(', ')}.`

/** The fields in the order of the command line, those of `--field` first. */
const readFields = async (
  { field = [], rawField = [] }: ApiFlags,
  context: CommandContext,
): Promise<readonly ApiField[]> => {
  const fields: ApiField[] = []
  for (const text of field)
    fields.push(
      await parseField(text, async (value) =>
        value.startsWith('@') ? await readTextFile(value.slice(1), context) : typedValue(value),
      ),
    )
  for (const text of rawField) fields.push(await parseField(text, async (value) => value))
  return fields
}

/** A file is read while it is sent. */
const readInput = async (file: string, context: CommandContext): Promise<StreamedBody> => {
  if (file !== '-') {
    const { size, open } = await fileAt(resolve(context.cwd, file))
    return { byteLength: size, open }
  }
  const bytes = await readBounded(context.stdin, 'stdin', MAX_STDIN_BYTES)
  return {
    byteLength: bytes.byteLength,
    open: async function* () {
      yield bytes
    },
  }
}

const filtered = async (json: string, filter: string, context: CommandContext): Promise<string> => {
  const { runJq } = await import('../../publish/jq.js')
  return safeText(await runJq({ json, filter, compact: !context.outIsTerminal }, context.interrupted))
}

/** The status line and the headers, as in HTTP. */
const describeHead = ({ status, headers }: HttpAnswer): string =>
  `${[
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd(),
    ...[...headers].map(([name, value]) => `${safeLine(name)}: ${safeLine(value)}`),
  ].join('\n')}\n\n`

/** JSON is indented on a terminal, and otherwise unchanged; any other answer is shown as safe text. */
const describeBody = (text: string, isTerminal: boolean): string => {
  if (text === '') return ''
  const shown = isJson(text) ? safeJson(isTerminal ? indentJson(text) : text) : safeText(text)
  return shown.endsWith('\n') ? shown : `${shown}\n`
}

/** One document around the answer, whose JSON is unchanged. */
const describeJson = (answer: HttpAnswer, failure: Failure | null, include: boolean): string => {
  const around = {
    schema: 1,
    ...(failure === null ? { ok: true } : failureValue(failure)),
    status: answer.status,
    ...(include ? { headers: Object.fromEntries(answer.headers) } : {}),
  }
  const body = isJson(answer.text) ? answer.text : JSON.stringify(answer.text)
  return `${safeJson(indentJson(`${JSON.stringify(around).slice(0, -1)},"body":${body}}`))}\n`
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

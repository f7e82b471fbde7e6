import { raw } from 'jq-wasm'
import { wordsOfError } from '../platform/text.js'

export interface JqInput {
  readonly json: string
  readonly filter: string
  /** One line for each value that is not a text. */
  readonly compact: boolean
}

export type JqOutput =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string }

/** Runs jq itself, compiled to WebAssembly. Texts are printed as they are, everything else as JSON. */
export const filterJson = async ({ json, filter, compact }: JqInput): Promise<JqOutput> => {
  try {
    return { ok: true, text: await raw(json, filter, ['-r', ...(compact ? ['-c'] : [])]) }
  } catch (error) {
    const reason = wordsOfError(error)
    return { ok: false, reason: reason.replace(/^Failed to execute raw query: /, '') }
  }
}

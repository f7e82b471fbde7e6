import { raw } from 'jq-wasm'
import type { JqInput, JqOutput } from './jq.js'

/** Runs jq itself, compiled to WebAssembly. Texts are printed as they are, everything else as JSON. */
export const filterJson = async ({ json, filter, compact }: JqInput): Promise<JqOutput> => {
  try {
    return { ok: true, text: await raw(json, filter, ['-r', ...(compact ? ['-c'] : [])]) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, reason: reason.replace(/^Failed to execute raw query: /, '') }
  }
}

import type { FileFacts } from './file.js'
import type { Needs } from './needs.js'
import { SCRIPTS } from './parts.js'
import type { Place } from './position.js'
import type { AstNode } from './script.js'
import type { ScriptUse } from './script-uses.js'

/** A call of the SDK that stands in a script: `Service.ai.ask({ … })`. */
export interface SdkCall extends Pick<ScriptUse, 'caught' | 'answer'> {
  /** Without `Service.`: `ai.ask`. */
  readonly name: string
  readonly values: readonly AstNode[]
  readonly place: Place
}

const SDK_NAME: Needs = { script: { words: ['Service'] } }

/** What `sdkCalls` reads. */
export const SDK_CALLS: readonly Needs[] = [SCRIPTS, SDK_NAME]

/** The SDK calls in a file's scripts, as far as the text makes them certain. */
export const sdkCalls = async (file: FileFacts): Promise<readonly SdkCall[]> =>
  (await file.scriptsUsing(SDK_NAME)).flatMap(({ script: { part }, uses }) =>
    uses
      .filter(({ names, global, kind }) => global && kind === 'call' && names[0] === 'Service')
      .map(({ names, values, caught, answer, offset }) => ({
        name: names.slice(1).join('.'),
        values,
        caught,
        answer,
        place: part.place(offset),
      })),
  )

import type { CallName } from '../../platform/calls/table.js'
import type { GuideName } from './guides.js'
import type { OwnCall } from './own-calls.js'

/** Examples of errors, which several codes share. */
const ERROR_EXAMPLES = [
  'errors/no-host',
  'errors/try-again',
  'errors/invalid',
  'errors/invalid-key',
  'errors/value-too-long',
  'errors/storage-full',
  'errors/needs-tap',
  'errors/busy',
  'errors/store-full',
  'errors/join',
  'errors/image-too-large',
  'errors/session-over',
  'errors/not-declared',
] as const

/** The examples: each is the file `examples/<name>.js`. */
export type ExampleName = CallName | OwnCall | GuideName | (typeof ERROR_EXAMPLES)[number]

/** The texts of all examples. */
export type Examples = Readonly<Record<ExampleName, string>>

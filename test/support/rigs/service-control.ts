import { writeZip } from '../../../src/bundle/zip-writer.js'
import { sampleFiles, sampleManifest } from '../fakes/sample-bundle.js'
import type { TestService } from './test-service.js'

/** An answer of the control API: its status and its JSON. */
export interface ControlAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  readonly body: any
}

/** Sends to the control API as a program does. */
export const control = async (
  service: Pick<TestService, 'baseUrl'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ControlAnswer> => {
  const isZip = body instanceof Uint8Array
  const answer = await fetch(`${service.baseUrl}/control/${path}`, {
    method,
    headers: {
      authorization: 'Bearer control-token',
      ...(body === undefined ? {} : { 'content-type': isZip ? 'application/zip' : 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isZip ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** The zip of an app that no rule has anything to say about. */
export const appZip = async (
  manifest: Readonly<Record<string, unknown>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> => {
  const all = { ...sampleFiles(), ...files, 'manifest.json': sampleManifest(manifest) }
  return writeZip(
    Object.entries(all)
      .map(([path, content]) => ({ path, bytes: Buffer.from(content) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  )
}

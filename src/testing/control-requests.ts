import { type AnySent, addressOf, askBy, type Routes } from '../control/contract.js'
import { type ControlAddress, ControlError } from './control-error.js'

/** How a request is sent: one that has no JSON body, or no JSON answer. */
interface Sending {
  readonly accept?: string
  readonly signal?: AbortSignal
  /** Of a file. */
  readonly bytes?: Uint8Array
}

/** The requests of a client of a control API, with its token, typed by its routes. Every method rejects with a ControlError. */
export class ControlRequests<R extends Routes> {
  readonly #address: ControlAddress
  readonly #server: string

  /** @param server what is to answer at the address */
  constructor(address: ControlAddress, server: 'simulator' | 'service') {
    this.#address = address
    this.#server = server
  }

  /** @returns the JSON of the answer */
  readonly ask = askBy<R>(async (key, sent) => (await this.fetch(key, sent)).json())

  /** @returns the answer if it is a success; an aborted signal rejects with its reason */
  async fetch(key: keyof R & string, sent: AnySent = {}, sending: Sending = {}): Promise<Response> {
    const response = await this.send(key, sent, sending)
    if (response.ok) return response
    const { method, path } = addressOf(key, sent)
    throw new ControlError(response.status, `${method} ${path}: ${await reasonOf(response)}`)
  }

  /** @returns the answer, a refusal included */
  async send(
    key: keyof R & string,
    sent: AnySent,
    { accept = 'application/json', signal, bytes }: Sending = {},
  ): Promise<Response> {
    const { control, token } = this.#address
    const { method, path } = addressOf(key, sent)
    const json = sent.body === undefined ? null : JSON.stringify(sent.body)
    try {
      return await fetch(new URL(path, control), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept,
          ...(json === null ? {} : { 'content-type': 'application/json' }),
          ...(bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
        },
        ...(json === null ? {} : { body: json }),
        // A copy: fetch rejects views of shared memory.
        ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
        ...(signal === undefined ? {} : { signal }),
      })
    } catch (error) {
      if (signal?.aborted === true) throw error
      throw new ControlError(0, `No ${this.#server} answers at ${control}.`, error)
    }
  }
}

/** The message of an error answer: for a developer, or for the person who chose a file. */
export const reasonOf = async (response: Response): Promise<string> => {
  const text = await response.text()
  try {
    const { error, fault } = JSON.parse(text) as { error?: unknown; fault?: unknown }
    if (typeof error === 'string') return error
    if (typeof fault === 'string') return fault
  } catch {
    // Not JSON: use the text.
  }
  return text === '' ? `${response.status} ${response.statusText}` : text
}

/**
 * For JavaScript, which has no compiler to say so: an option with another name would do nothing.
 * @param known every option of the method
 * @throws {TypeError} that names the options there are
 */
export const refuseUnknownOptions = <Options extends object>(
  method: string,
  options: Options,
  known: { readonly [Name in keyof Required<Options>]: true },
): void => {
  const names = Object.keys(known)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new TypeError(
      `${method} has no option ${JSON.stringify(unknown)}. Its options are ${names.join(', ')}.`,
    )
}

/** Where a simulator's control API is: what `dev --format json` prints in its `ready` line. */
export interface ControlAddress {
  /** The address of the control API, ending in a slash. */
  readonly control: string
  readonly token: string
}

/** The control API refused a request, or did not answer. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** The HTTP status; 0 if nothing answered. */
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
  }
}

/** The requests of a client of the control API, with its token. Every method rejects with a ControlError. */
export class ControlRequests {
  readonly #address: ControlAddress
  readonly #server: string

  /** @param server what is to answer at the address */
  constructor(address: ControlAddress, server = 'simulator') {
    this.#address = address
    this.#server = server
  }

  /** @returns the JSON of the answer */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.fetch(method, path, body === undefined ? {} : { body: JSON.stringify(body) })
    // Client and server are one package, so the answer has this version's shape.
    return (await response.json()) as T
  }

  /** @returns the answer if it is a success; an aborted signal rejects with its reason */
  async fetch(
    method: string,
    path: string,
    options: { readonly body?: string; readonly accept?: string; readonly signal?: AbortSignal },
  ): Promise<Response> {
    const response = await this.#send(path, {
      method,
      headers: {
        accept: options.accept ?? 'application/json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    if (!response.ok)
      throw new ControlError(response.status, `${method} ${path}: ${await reasonOf(response)}`)
    return response
  }

  /** Sends the bytes of a file, as the shell does for a picked one. */
  async give(seat: number, sheet: number, file: Uint8Array): Promise<void> {
    const response = await this.#send(`picked/${seat}/${sheet}`, {
      method: 'PUT',
      headers: {},
      // A copy: fetch rejects views of shared memory.
      body: new Uint8Array(file),
    })
    if (response.ok) return
    const { fault, error } = (await response.json()) as { fault?: string; error?: string }
    throw new ControlError(response.status, fault ?? error ?? response.statusText)
  }

  /** Posts a zip as its bytes. @returns the answer, a refusal included */
  post(path: string, zip: Uint8Array): Promise<Response> {
    return this.#send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/zip' },
      // A copy: fetch takes no view of memory that another thread may change.
      body: new Uint8Array(zip),
    })
  }

  async #send(
    path: string,
    init: RequestInit & { readonly headers: Readonly<Record<string, string>> },
  ): Promise<Response> {
    const { control, token } = this.#address
    try {
      return await fetch(new URL(path, control), {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      })
    } catch (error) {
      if (init.signal?.aborted === true) throw error
      throw new ControlError(0, `No ${this.#server} answers at ${control}.`, error)
    }
  }
}

/** The message of an error answer. */
export const reasonOf = async (response: Response): Promise<string> => {
  const text = await response.text()
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    if (typeof error === 'string') return error
  } catch {
    // Not JSON: use the text.
  }
  return text === '' ? `${response.status} ${response.statusText}` : text
}

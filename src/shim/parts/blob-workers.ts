import { constructing } from './addresses.js'
import { replaceMethod } from './sandbox.js'

/** What a worker needs to know to find renamed files. */
interface Places {
  /** The bundle's folder. */
  readonly root: string
  /** New paths by old ones, both from that folder. */
  readonly renamed: Readonly<Record<string, string>>
  /** Whether the root of the site leads to the folder. */
  readonly fromRoot: boolean
}

/*! Workers that start from a blob: URL find renamed files too. */
export const followBlobWorkers = (places: () => Places): void => {
  const blobs = new Map<string, Blob>()
  const { createObjectURL, revokeObjectURL } = URL
  replaceMethod(URL, 'createObjectURL', (object: Blob | MediaSource): string => {
    const url = Reflect.apply(createObjectURL, URL, [object])
    if (object instanceof Blob && /^$|script/i.test(object.type)) blobs.set(url, object)
    return url
  })
  replaceMethod(URL, 'revokeObjectURL', (url: string): void => {
    blobs.delete(`${url}`)
    Reflect.apply(revokeObjectURL, URL, [url])
  })
  constructing('Worker', (given) => {
    const [source, ...more] = given
    const blob = blobs.get(`${source}`)
    if (blob === undefined) return given
    const start = `(${findRenamed})(${JSON.stringify(places())});\n`
    const whole = new Blob([start, blob], { type: 'text/javascript' })
    return [Reflect.apply(createObjectURL, URL, [whole]), ...more]
  })
}

/** Runs in the worker: what it loads by an old name is found by the new one. */
const findRenamed = ({ root, renamed, fromRoot }: Places): void => {
  const { origin } = new URL(root)
  const here = (address: unknown): string => {
    const written = `${address}`
    try {
      const { href } = new URL(written)
      if (!href.startsWith(`${origin}/`)) return written
      const isBelow = href.startsWith(root)
      const path = decodeURIComponent(href.slice(isBelow ? root.length : origin.length + 1))
      const moved = renamed[path]
      if (moved !== undefined) return root + moved
      return isBelow || !fromRoot ? written : root + href.slice(origin.length + 1)
    } catch {
      // A relative address leads nowhere from a blob: URL.
      return written
    }
  }
  const scope = self as unknown as {
    importScripts: (...urls: readonly string[]) => void
    fetch: typeof fetch
  }
  const { importScripts, fetch: nativeFetch } = scope
  scope.importScripts = (...urls) => importScripts.apply(self, urls.map(here) as string[])
  scope.fetch = (input, ...more) =>
    nativeFetch.apply(self, [
      input instanceof Request ? new Request(here(input.url), input) : here(input),
      ...more,
    ])
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...[method, url, ...more]: unknown[]) {
    open.apply(this, [method, here(url), ...more] as never)
  } as typeof open
}

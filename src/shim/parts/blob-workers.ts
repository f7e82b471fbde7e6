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
  /** The folder of its site in which the app was: `/game`, or empty. */
  readonly site: string
}

const starts: (() => string)[] = []

/** What workers run before their own script. */
export const workerStart = (): string => starts.map((start) => `${start()};\n`).join('')

/*! Workers that start from a blob: URL find renamed files too. */
export const followBlobWorkers = (places: () => Places): void =>
  startWorkersWith(() => `(${mapLoads})((${findRenamed})(${JSON.stringify(places())}))`, false)

/**
 * Lets workers that start from a blob: URL run something first.
 * @param byPath whether those that start by their path do so too
 */
export const startWorkersWith = (start: () => string, byPath = true): void => {
  if (byPath) starts.push(start)
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
    const whole = new Blob([`${start()};\n`, blob], { type: 'text/javascript' })
    return [URL.createObjectURL(whole), ...more]
  })
}

/** Runs in the worker: what it loads by an old name is found by the new one. */
const findRenamed = ({ root, renamed, fromRoot, site }: Places): ((address: unknown) => string) => {
  const { origin } = new URL(root)
  return (address) => {
    const written = `${address}`
    try {
      const { href } = new URL(written)
      if (!href.startsWith(`${origin}/`)) return written
      const isBelow = href.startsWith(root)
      const top = [root, `${origin}${site}/`, `${origin}/`].find((one) => href.startsWith(one)) ?? ''
      const path = decodeURIComponent(href.slice(top.length))
      const moved = renamed[path]
      if (moved !== undefined) return root + moved
      return isBelow || !fromRoot ? written : root + href.slice(top.length)
    } catch {
      // A relative address leads nowhere from a blob: URL.
      return written
    }
  }
}

/** Runs in the worker: gives every address that it loads to a function first. */
export const mapLoads = (here: (address: unknown) => string): void => {
  const scope = self as unknown as {
    importScripts: (...urls: readonly string[]) => void
    fetch: typeof fetch
  }
  const { importScripts, fetch: nativeFetch } = scope
  scope.importScripts = (...urls) => importScripts.apply(self, urls.map(here) as string[])
  scope.fetch = (input, ...more) => {
    if (!(input instanceof Request)) return nativeFetch.apply(self, [here(input), ...more])
    const moved = here(input.url)
    return nativeFetch.apply(self, [moved === input.url ? input : new Request(moved, input), ...more])
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...[method, url, ...more]: unknown[]) {
    open.apply(this, [method, here(url), ...more] as never)
  } as typeof open
}

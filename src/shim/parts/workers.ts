import { constructing, contentOfData } from './addresses.js'
import { mapLoads, workerStart } from './blob-workers.js'
import { newAddress } from './names.js'
import { isSandboxed } from './sandbox.js'

/*! Workers by their path: the worker starts from a blob: URL, and loads its script from there. */
export const shimWorkers = (): void => {
  if (!isSandboxed()) return
  constructing('Worker', (given) => {
    const [source, options] = given
    const address = new URL(newAddress(`${source}`), document.baseURI)
    if (address.protocol === 'blob:') return given
    if (address.protocol === 'data:') return [blobOf(contentOfData(address.href)), ...given.slice(1)]
    const isModule =
      typeof options === 'object' && options !== null && Reflect.get(options, 'type') === 'module'
    const url = JSON.stringify(address.href)
    // No module starts from a blob in a page without an origin; a script that imports it does.
    const load = isModule ? `(${holdMessages})(import(${url}));` : `importScripts(${url});`
    const classic = isModule ? [{ ...options, type: 'classic' }] : given.slice(1)
    return [blobOf(`${workerStart()}(${mapLoads})((${standAt})(${url}));\n${load}`), ...classic]
  })
}

const blobOf = (code: BlobPart): string => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))

/** Runs in the worker: what it loads is found beside its script, not beside the blob. */
const standAt = (address: string): ((url: unknown) => string) => {
  Object.defineProperty(self, 'location', { value: new URL(address), configurable: true })
  return (url) => new URL(`${url}`, address).href
}

/** Runs in the worker: messages that come before its module listens wait for it. */
const holdMessages = (loaded: Promise<unknown>): void => {
  const held: MessageEvent[] = []
  const hold = (event: Event): void => {
    event.stopImmediatePropagation()
    held.push(event as MessageEvent)
  }
  self.addEventListener('message', hold)
  loaded.then(() => {
    self.removeEventListener('message', hold)
    for (const { data, ports } of held)
      self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))
  })
}

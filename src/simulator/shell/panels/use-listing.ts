import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { bundleBase, type Listing, readListing } from '../seat/listing.js'
import type { Observer } from '../stores/observer.js'

/** The current manifest on disk; null if it cannot be read. */
export const useListing = (observer: Observer): Signal<Listing | null> => {
  const listing = useSignal<Listing | null>(null)
  const app = observer.app.value
  const frameUrl = observer.frameUrl.value
  useEffect(() => {
    if (app === null || frameUrl === null) {
      listing.value = null
      return
    }
    const base = bundleBase(app, frameUrl)
    const stop = new AbortController()
    fetch(new URL('manifest.json', base), { signal: stop.signal, cache: 'no-store' })
      .then((response) => response.json())
      .then(
        (manifest: unknown) => {
          listing.value = readListing(manifest, base)
        },
        () => {
          if (!stop.signal.aborted) listing.value = null
        },
      )
    return () => stop.abort()
  }, [app, frameUrl])
  return listing
}

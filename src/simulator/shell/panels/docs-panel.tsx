import { useEffect } from 'preact/hooks'
import type { Docs } from '../docs/docs.js'
import { DocsBrowser } from '../docs/docs-browser.js'

/** The reference of the SDK, offline. It is loaded when the panel is first shown. */
export const DocsPanel = ({ docs }: { readonly docs: Docs }) => {
  useEffect(docs.load, [docs])
  const reference = docs.reference.value
  if (reference === null) return <p class="empty">Loading …</p>
  if (reference === 'failed')
    return <p class="empty">The reference could not be loaded. In a terminal, run miniapp docs.</p>
  return (
    <DocsBrowser
      reference={reference}
      topic={docs.topic}
      onClose={() => {
        docs.topic.value = null
      }}
    />
  )
}

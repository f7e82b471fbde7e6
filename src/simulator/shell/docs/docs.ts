import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Reference } from '../../../docs/topic.js'
import type { TopicLinks } from './topic-link.js'

/** The reference in the panels of the shell. */
export interface Docs {
  /** Null until it is loaded; `failed` if it could not be. */
  readonly reference: ReadonlySignal<Reference | 'failed' | null>
  /** The id of the topic that is shown; null shows the list. */
  readonly topic: Signal<string | null>
  /** Loads the reference, once. */
  load(): void
  /** Links of all panels lead to the Docs panel. */
  readonly links: TopicLinks
}

/**
 * @param read fetches the reference
 * @param showPanel selects the Docs panel
 */
export const createDocs = (read: () => Promise<Reference>, showPanel: () => void): Docs => {
  const reference = signal<Reference | 'failed' | null>(null)
  const topic = signal<string | null>(null)
  let isLoading = false
  return {
    reference,
    topic,
    load: () => {
      if (isLoading) return
      isLoading = true
      read().then(
        (loaded) => {
          reference.value = loaded
        },
        () => {
          reference.value = 'failed'
          // The next time that the panel is shown, it tries again.
          isLoading = false
        },
      )
    },
    links: {
      open: (id) => {
        topic.value = id
        showPanel()
      },
      href: null,
    },
  }
}

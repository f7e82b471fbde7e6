import { signal } from '@preact/signals'
import type { Reference } from '../../../docs/topic.js'
import type { TopicLinks } from './topic-link.js'

/** The reference in the panels of the shell. */
export type Docs = ReturnType<typeof createDocs>

export const createDocs = (read: () => Promise<Reference>, showPanel: () => void) => {
  const reference = signal<Reference | 'failed' | null>(null)
  const topic = signal<string | null>(null)
  let isLoading = false
  return {
    /** Null until it is loaded; `failed` if it could not be. */
    reference,
    /** The id of the topic that is shown; null shows the list. */
    topic,
    /** Loads the reference, once. */
    load: (): void => {
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
    /** Links of all panels lead to the Docs panel. */
    links: {
      open: (id) => {
        topic.value = id
        showPanel()
      },
    } satisfies TopicLinks,
  }
}

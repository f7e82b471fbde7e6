import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** How links to topics work. */
export interface TopicLinks {
  readonly open: (id: string) => void
}

export const TopicLinksContext = createContext<TopicLinks | null>(null)

export interface TopicLinkProps {
  readonly topic: string
  readonly children: ComponentChildren
}

/** A link to a topic of the reference; only its text where the page shows no reference. */
export const TopicLink = ({ topic, children }: TopicLinkProps) => {
  const links = useContext(TopicLinksContext)
  if (links === null) return <>{children}</>
  return (
    <button type="button" class="topic-link" onClick={() => links.open(topic)}>
      {children}
    </button>
  )
}

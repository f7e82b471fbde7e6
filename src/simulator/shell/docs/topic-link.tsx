import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** How links to topics work on this page: they call `open`, and lead to `href` where the page has addresses for topics. */
export interface TopicLinks {
  readonly open: (id: string) => void
  readonly href: ((id: string) => string) | null
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
  if (links.href !== null)
    return (
      <a class="topic-link" href={links.href(topic)}>
        {children}
      </a>
    )
  return (
    <button type="button" class="topic-link" onClick={() => links.open(topic)}>
      {children}
    </button>
  )
}

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useAction } from './use-action.js'

/** A place in a file of the app. */
export interface FilePlace {
  readonly file: string
  readonly line: number | null
  readonly column: number | null
}

/** Opens a place in the developer's editor; rejects with the reason where it cannot. */
export type OpenInEditor = (place: FilePlace) => Promise<unknown>

export const EditorContext = createContext<OpenInEditor | null>(null)

export interface PlaceLinkProps {
  readonly place: FilePlace
  /** What it shows. */
  readonly text: string
}

/** A place that opens in the developer's editor; only its text where the page has no editor. */
export const PlaceLink = ({ place, text }: PlaceLinkProps) => {
  const open = useContext(EditorContext)
  const { problem, run } = useAction()
  if (open === null) return <span class="mono">{text}</span>
  return (
    <>
      <button
        type="button"
        class="topic-link"
        title="Open in your editor"
        // Speech control goes by the words that are seen.
        aria-label={`${text}: open in your editor`}
        onClick={() => void run(() => open(place))}
      >
        <span class="mono">{text}</span>
      </button>
      {problem.value !== null && (
        <span class="failure small" role="alert">
          {problem.value}
        </span>
      )}
    </>
  )
}

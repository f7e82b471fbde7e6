import { useSignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

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
  const failure = useSignal<string | null>(null)
  if (open === null) return <span class="mono">{text}</span>
  const click = async () => {
    failure.value = null
    try {
      await open(place)
    } catch (error) {
      failure.value = error instanceof Error ? error.message : String(error)
    }
  }
  return (
    <>
      <button
        type="button"
        class="topic-link"
        title="Open in your editor"
        // Speech control goes by the words that are seen.
        aria-label={`${text}: open in your editor`}
        onClick={click}
      >
        <span class="mono">{text}</span>
      </button>
      {failure.value !== null && (
        <span class="failure small" role="alert">
          {failure.value}
        </span>
      )}
    </>
  )
}

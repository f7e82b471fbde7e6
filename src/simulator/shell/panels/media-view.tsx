import { useEffect, useState } from 'preact/hooks'

/** A picture, sound or video that an app was answered. */
export const MediaView = ({ blob }: { readonly blob: Blob }) => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (url === null) return null
  const [kind] = blob.type.split('/')
  if (kind === 'image') return <img class="media-view" src={url} alt={WHAT} />
  // What was made or picked has no captions; the track says that there are none.
  if (kind === 'audio')
    return (
      <audio class="media-view" src={url} controls aria-label={WHAT}>
        <track kind="captions" />
      </audio>
    )
  if (kind !== 'video') return null
  return (
    <video class="media-view" src={url} controls aria-label={WHAT}>
      <track kind="captions" />
    </video>
  )
}

const WHAT = 'What the app was given'

import { useEffect, useState } from 'preact/hooks'

/** A picture, sound or video from an answer to the app. */
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
  // Generated and picked media have no captions; the track says that there are none.
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

const WHAT = 'Media in the answer'

import { useEffect, useState } from 'react'

type Theme = 'light' | 'dark'

/** What the host knows; if it does not answer, the app stays as it is. */
export const useHost = (): { readonly theme: Theme; readonly canShare: boolean } => {
  const [theme, setTheme] = useState<Theme>('light')
  const [canShare, setCanShare] = useState(false)
  useEffect(() => {
    const ask = async (): Promise<void> => {
      // Something is on screen, so the host can remove its loading cover before anything is loaded.
      await Service.ready()
      setTheme((await Service.getContext()).theme)
      setCanShare(await Service.supports('share'))
    }
    ask().catch(() => undefined)
    const change = (event: { readonly theme: Theme }): void => {
      setTheme(event.theme)
    }
    Service.on('theme', change)
    return () => {
      Service.off('theme', change)
    }
  }, [])
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
  return { theme, canShare }
}

import type { AppInfo } from '../../messages.js'
import { bundleUrlPath } from '../bundle-origin/bundle-path.js'
import type { AppState } from './live-app.js'

/** An app and where a browser finds its entry page. */
export interface AddressedApp {
  readonly app: AppInfo
  /** Null while the manifest cannot be read. */
  readonly frameUrl: string | null
}

/** The app as a browser reaches it. @param origin the bundle's, as that browser knows it */
export const addressedApp = ({ bundle, facts }: AppState, origin: string): AddressedApp => {
  if (facts === null)
    return {
      app: { id: '', name: 'Mini app', version: '', orientation: 'any', iconUrl: null },
      frameUrl: null,
    }
  const { app, entry, icon, orientation } = facts
  const hasIcon = icon !== null && bundle.files.some(({ path }) => path === icon)
  const base = `${origin}/${app.id}/${app.version}/`
  return {
    app: {
      id: app.id,
      name: app.name,
      version: app.version,
      orientation,
      iconUrl: hasIcon ? `${base}${bundleUrlPath(icon)}` : null,
    },
    frameUrl: `${base}${bundleUrlPath(entry)}`,
  }
}

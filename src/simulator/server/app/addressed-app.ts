import type { AppInfo } from '../../messages.js'
import { bundleUrlPath } from '../bundle-origin/bundle-path.js'
import type { AppState } from './live-app.js'

/** An app and the URL of its entry page. */
export interface AddressedApp {
  readonly app: AppInfo
  /** Null while the manifest cannot be read. */
  readonly frameUrl: string | null
}

/** The app with URLs for a browser. @param origin the bundle's origin for that browser */
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

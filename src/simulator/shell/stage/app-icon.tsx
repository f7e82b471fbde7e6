import { useSignal } from '@preact/signals'
import type { AppInfo } from '../../messages.js'
import { put } from '../controls/form.js'

/** The app's icon with the rounded corners of the host (2.2); without one, its first letter. */
export const AppIcon = ({ app, size }: { readonly app: AppInfo; readonly size: 'small' | 'large' }) => {
  const failed = useSignal<string | null>(null)
  return app.iconUrl === null || failed.value === app.iconUrl ? (
    <span class={`app-icon app-icon-${size} app-icon-letter`} aria-hidden="true">
      {[...app.name][0] ?? '?'}
    </span>
  ) : (
    <img
      class={`app-icon app-icon-${size}`}
      src={app.iconUrl}
      alt=""
      draggable={false}
      onError={put(failed, app.iconUrl)}
    />
  )
}

import type { BundleOutline } from '../bundle-outline.js'
import { valueAt } from './path.js'

/** Whether the manifest names this file as its icon. */
export const isIcon = ({ path }: { readonly path: string }, { manifest }: BundleOutline): boolean =>
  valueAt(manifest.value, ['icon']) === path

/** Whether the manifest names this file as a screenshot. */
export const isScreenshot = ({ path }: { readonly path: string }, { manifest }: BundleOutline): boolean => {
  const list = valueAt(manifest.value, ['screenshots'])
  return Array.isArray(list) && list.includes(path)
}

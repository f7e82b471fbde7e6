import { isSandboxed, replace } from './sandbox.js'

/*! No script may access the page around the app: `parent` is the app's own window, as on a page without a frame. */
export const shimParentWindow = (): void => {
  if (isSandboxed()) replace(window, 'parent', { value: window, writable: true })
}

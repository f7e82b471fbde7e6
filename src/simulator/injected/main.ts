import { REMOVED_CONSTRUCTORS } from '../../platform/csp.js'
import { reportCallSources } from './call-sources.js'
import { denyFiles, fileDenied } from './files.js'
import { removeFrames } from './frames.js'
import { followVisibility, renewStyles } from './from-shell.js'
import { frameRemoved, watchApp } from './reports.js'
import { showScriptErrors } from './script-errors.js'
import { watchStates } from './state-posts.js'
import { reportTaps } from './taps.js'

/** Removes constructors from a window. One that cannot be removed is permanently replaced by undefined. */
const removeConstructors = (target: Window, names: readonly string[]): void => {
  for (const name of names) {
    if (!Reflect.deleteProperty(target, name) || name in target)
      Reflect.defineProperty(target, name, { value: undefined, configurable: false, writable: false })
  }
}

// This runs before the app's own code, in every page of the bundle (2.10).
removeConstructors(window, REMOVED_CONSTRUCTORS)
reportTaps(window)
const report = watchApp(window)
reportCallSources(window)
showScriptErrors(window)
watchStates(window)
followVisibility(window)
renewStyles(window)
denyFiles(window, (what) => report(fileDenied(what)))
removeFrames(window, (name, address) => report(frameRemoved(name, address)))

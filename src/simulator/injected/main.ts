import { REMOVED_CONSTRUCTORS } from '../../platform/csp.js'
import { reportCallSources } from './call-sources.js'
import { denyFiles, fileDenied } from './files.js'
import { removeFrames } from './frames.js'
import { frameRemoved, watchApp } from './reports.js'
import { showScriptErrors } from './script-errors.js'
import { watchStates } from './state-posts.js'
import { renewStyles } from './styles.js'
import { reportTaps } from './taps.js'
import { followVisibility } from './visibility.js'
import { removeConstructors } from './webrtc.js'

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
removeFrames(window, (name) => report(frameRemoved(name)))

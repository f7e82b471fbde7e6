import { REMOVED_CONSTRUCTORS } from '../../platform/csp.js'
import { watchApp } from './reports.js'
import { removeConstructors } from './webrtc.js'

// This runs before the app's own code, in every page of the bundle (2.10).
removeConstructors(window, REMOVED_CONSTRUCTORS)
watchApp(window)

import { shimBlobScripts } from './parts/blob-scripts.js'
import { shimCaches } from './parts/caches.js'
import { shimCookies } from './parts/cookies.js'
import { shimDialogs } from './parts/dialogs.js'
import { shimFullscreen } from './parts/fullscreen.js'
import { shimGamepads } from './parts/gamepads.js'
import { shimIndexedDb } from './parts/indexed-db.js'
import { shimLocalStorage } from './parts/local-storage.js'
import { shimNewWindow } from './parts/new-window.js'
import { shimNotifications } from './parts/notifications.js'
import { shimOrientation } from './parts/orientation.js'
import { shimPictures } from './parts/pictures.js'
import { shimPointerLock } from './parts/pointer-lock.js'
import { shimRequestHeaders } from './parts/request-headers.js'
import { shimSensors } from './parts/sensors.js'
import { shimServiceWorker } from './parts/service-worker.js'
import { shimSessionStorage } from './parts/session-storage.js'
import { whenNeeded } from './parts/start.js'
import { shimVisibility } from './parts/visibility.js'
import { shimWorkers } from './parts/workers.js'

// By this `check` finds out what a bundled script supplies; a minifier leaves it, since it is used.
Reflect.set(
  window,
  Symbol.for('browser-shim parts'),
  'browser-shim parts: local-storage cookies session-storage indexed-db caches gamepads sensors service-worker notifications dialogs new-window fullscreen pointer-lock orientation visibility blob-scripts workers pictures request-headers',
)

shimLocalStorage()
shimCookies()
shimSessionStorage()
shimIndexedDb()
shimCaches()
shimGamepads()
shimSensors()
shimServiceWorker()
shimNotifications()
shimDialogs()
shimNewWindow()
shimFullscreen()
shimPointerLock()
shimOrientation()
shimVisibility()
shimWorkers()
shimBlobScripts()
shimPictures()
shimRequestHeaders()

export const ready = whenNeeded()

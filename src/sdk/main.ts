import { browserEnvironment } from './environment.js'
import { createService } from './service.js'

// If the file is loaded twice, the first one stays: it holds the app's listeners and open requests.
const LOADED = Symbol.for('service-miniapp')

if (!(LOADED in window)) {
  Object.defineProperty(window, LOADED, { value: true })
  window.Service = createService(browserEnvironment(window))
}

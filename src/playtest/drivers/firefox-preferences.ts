import type { View } from './driver.js'

/** A profile's preferences, as its file has them. */
export const preferenceFile = (view: View): string =>
  Object.entries(preferencesOf(view))
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')

/** A profile's preferences: nothing of the browser's own goes to the network, and the view is as it was asked for. */
export const preferencesOf = ({
  theme,
  locale,
  touch,
  pixelRatio,
}: View): Readonly<Record<string, string | number | boolean>> => ({
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  // Firefox 153 and later ask no STUN server of this machine otherwise. That no app does is a rule, and has to be seen (2.10).
  'media.peerconnection.ice.loopback': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.prefetch-next': false,
  'network.trr.mode': 5,
  'remote.prefs.recommended': true,
  'remote.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1,
  'intl.accept_languages': locale,
  'layout.css.devPixelsPerPx': String(pixelRatio),
  'dom.w3c_touch_events.enabled': touch ? 1 : 0,
  // What `(pointer: coarse)` and `(hover)` answer: a finger, or a mouse that hovers.
  'ui.primaryPointerCapabilities': touch ? COARSE : FINE | HOVER,
  'ui.allPointerCapabilities': touch ? COARSE : FINE | HOVER,
})

const COARSE = 1
const FINE = 2
const HOVER = 4

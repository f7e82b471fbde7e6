/**
 * The sandbox and the headers that every bundle file is served with (section 2.10).
 */

/** The frame's sandbox, in the header and on the frame alike. */
export const SANDBOX = 'allow-scripts allow-forms'

/**
 * The Content-Security-Policy of a bundle, directive by directive, in the document's order.
 * @param base the version's own folder as an absolute URL with a trailing slash ("BASE" in 2.10)
 */
export const contentSecurityPolicy = (base: string): string =>
  [
    `sandbox ${SANDBOX}`,
    "default-src 'none'",
    `script-src ${base} 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
    `style-src ${base} 'unsafe-inline'`,
    `img-src ${base} data: blob:`,
    `media-src ${base} data: blob:`,
    `font-src ${base} data:`,
    `connect-src ${base} data: blob:`,
    'worker-src blob:',
    "frame-src 'none'",
    "child-src 'none'",
    "object-src 'none'",
    "manifest-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')

/**
 * The features that Permissions-Policy denies. The document says "every powerful feature" and lists what does
 * not work: camera, microphone, location, notifications, clipboard, fullscreen, pointer lock, wake lock, sensors.
 * Browsers ignore the names that they do not know, and Chromium warns about each. Chromium 150 on Linux knows all of these
 * but `ambient-light-sensor`, `bluetooth`, `speaker-selection` and `web-share`, which it knows on other systems, other
 * browsers know, or are experiments. Firefox and Safari ignore the header.
 */
export const DENIED_FEATURES = [
  'accelerometer',
  'ambient-light-sensor',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'digital-credentials-get',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'language-detector',
  'language-model',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'speaker-selection',
  'storage-access',
  'summarizer',
  'translator',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
] as const

/** The Permissions-Policy header's value: each of the wanted features with an empty allow-list. */
export const permissionsPolicy = (isWanted: (feature: string) => boolean): string =>
  DENIED_FEATURES.filter(isWanted)
    .map((feature) => `${feature}=()`)
    .join(', ')

/** The Permissions-Policy header's value for every feature. */
export const PERMISSIONS_POLICY = /* @__PURE__ */ permissionsPolicy(() => true)

/** The constructors that the injected script removes before the app's own code runs (2.10). */
export const REMOVED_CONSTRUCTORS = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'RTCDataChannel',
  'RTCSessionDescription',
  'RTCIceCandidate',
] as const

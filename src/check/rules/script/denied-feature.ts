import { REMOVED_CONSTRUCTORS } from '../../../platform/csp.js'
import { wordsOfPaths } from '../../facts/script/interest.js'
import { doesSomething } from '../../facts/script/listeners.js'
import { textsOf } from '../../facts/script/url-text.js'
import type { ScriptUse } from '../../facts/script/use.js'
import type { ScriptValues } from '../../facts/script/values.js'
import { type Failing, impactOfUse } from './impact-of-use.js'
import { useRule } from './use-rule.js'

// Maps, not objects: a script may well call `toString`, which every object has.
const DENIED_METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    requestFullscreen: 'fullscreen',
    webkitRequestFullscreen: 'fullscreen',
    webkitRequestFullScreen: 'fullscreen',
    mozRequestFullScreen: 'fullscreen',
    webkitEnterFullscreen: 'fullscreen',
    requestPointerLock: 'pointer lock',
    getUserMedia: 'the camera and the microphone',
    webkitGetUserMedia: 'the camera and the microphone',
    getDisplayMedia: 'screen capture',
    requestPictureInPicture: 'picture-in-picture',
  }),
)

const DENIED_CALLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'navigator.getGamepads': 'gamepads',
    'navigator.webkitGetGamepads': 'gamepads',
    'navigator.requestMIDIAccess': 'MIDI devices',
    'navigator.requestMediaKeySystemAccess': 'protected media',
    'navigator.bluetooth.requestDevice': 'Bluetooth',
    'navigator.usb.requestDevice': 'USB devices',
    'navigator.usb.getDevices': 'USB devices',
    'navigator.hid.requestDevice': 'HID devices',
    'navigator.hid.getDevices': 'HID devices',
    'navigator.serial.requestPort': 'serial ports',
    'navigator.serial.getPorts': 'serial ports',
    'navigator.xr.requestSession': 'virtual and augmented reality',
    'navigator.credentials.get': 'credentials',
    'navigator.credentials.create': 'credentials',
    'navigator.locks.request': 'web locks',
    'navigator.locks.query': 'web locks',
    'navigator.registerProtocolHandler': 'protocol handlers',
    'navigator.unregisterProtocolHandler': 'protocol handlers',
    'navigator.keyboard.lock': 'the keyboard lock',
    'navigator.keyboard.getLayoutMap': "the keyboard's layout",
    'screen.orientation.lock': 'the orientation lock',
    'screen.lockOrientation': 'the orientation lock',
    'document.requestStorageAccess': 'access to storage',
    'documentPictureInPicture.requestWindow': 'picture-in-picture',
    'LanguageModel.create': "the browser's own AI",
    'Summarizer.create': "the browser's own AI",
    'Translator.create': "the browser's own AI",
    'LanguageDetector.create': "the browser's own AI",
    queryLocalFonts: 'the fonts of the device',
    getScreenDetails: "the device's screens",
  }),
)

const DENIED_NAVIGATOR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'navigator.clipboard': 'the clipboard',
    'navigator.geolocation': 'location',
    'navigator.wakeLock': 'wake lock',
    'navigator.share': 'sharing by the browser',
  }),
)

const DENIED_EVENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    devicemotion: 'sensors',
    deviceorientation: 'sensors',
    deviceorientationabsolute: 'sensors',
    gamepadconnected: 'gamepads',
  }),
)

const DENIED_CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Notification: 'notifications',
    Accelerometer: 'sensors',
    LinearAccelerationSensor: 'sensors',
    GravitySensor: 'sensors',
    Gyroscope: 'sensors',
    Magnetometer: 'sensors',
    AmbientLightSensor: 'sensors',
    AbsoluteOrientationSensor: 'sensors',
    RelativeOrientationSensor: 'sensors',
  }),
)

const THREADS = 'memory that threads share'

/** What can be looked at, and asked whether it would work. */
const DENIED_CONSTRUCTORS: ReadonlyMap<string, string> = new Map([
  ...REMOVED_CONSTRUCTORS.map((name): [string, string] => [name, 'WebRTC']),
  ...Object.entries({
    PaymentRequest: 'payments by the browser',
    PresentationRequest: 'other screens',
    FileSystemObserver: 'the file system',
    SpeechRecognition: 'the microphone',
    webkitSpeechRecognition: 'the microphone',
    IdleDetector: 'idle detection',
    PressureObserver: 'the load of the device',
    EyeDropper: 'picking colors from the screen',
    SharedArrayBuffer: THREADS,
  }),
])

export const deniedFeature = useRule(
  {
    id: 'script/denied-feature',
    level: 'warning',
    impact: 'breaks',
    section: '2.10',
    breach: 'A script uses a feature that the host denies.',
    why: 'A Permissions-Policy denies every powerful feature: camera, microphone, location, notifications, clipboard, fullscreen, pointer lock, wake lock, sensors, gamepads and more.',
    remedy:
      'Remove it, or handle the failure. For photos and videos, use `Service.pickImage` and `Service.pickVideo`. For gamepads, fullscreen, pointer lock and notifications, add the browser shim with `miniapp init --shim`.',
  },
  wordsOfPaths([
    ...DENIED_METHODS.keys(),
    ...DENIED_CALLS.keys(),
    ...DENIED_NAVIGATOR.keys(),
    ...DENIED_CLASSES.keys(),
    ...DENIED_CONSTRUCTORS.keys(),
    ...[...DENIED_EVENTS.keys()].flatMap((event) => [event, `on${event}`]),
  ]),
  (use, script) => {
    const { names, global, kind, values, caught, around } = use
    // A script that only tests for the feature does without it.
    if (kind === 'test' || around) return null
    const last = names.at(-1) ?? ''
    const path = names.join('.')
    const event =
      kind === 'call' && path === 'addEventListener'
        ? (textsOf(values[0], script).find((text) => DENIED_EVENTS.has(text)) ?? '')
        : kind === 'assign' && names.length === 1 && last.startsWith('on')
          ? last.slice(2)
          : ''
    const feature =
      (kind === 'call' && names.length > 1 ? DENIED_METHODS.get(last) : undefined) ??
      (global
        ? (DENIED_NAVIGATOR.get(names.slice(0, 2).join('.')) ??
          (kind === 'call' ? DENIED_CALLS.get(path) : undefined) ??
          (kind === 'new' || names.length > 1 ? DENIED_CLASSES.get(names[0] ?? '') : undefined) ??
          (kind === 'new' ? DENIED_CONSTRUCTORS.get(path) : undefined) ??
          (kind === 'read' && use.through === null && path === 'SharedArrayBuffer' ? THREADS : undefined) ??
          DENIED_EVENTS.get(event))
        : undefined)
    if (feature === undefined) return null
    // A session without a headset needs no permission.
    if (path === 'navigator.xr.requestSession' && textsOf(values[0], script).includes('inline')) return null
    // Games poll gamepads all the time, and the call throws: a script that catches this goes on.
    if (feature === 'gamepads' && caught) return null
    // It is not there, so that what asks for it before does not come here.
    if (feature === THREADS && use.isGuarded) return null
    return {
      message:
        event !== ''
          ? `The event ${event} does not fire in a mini app: the host denies ${feature}.`
          : `${names.filter((name) => name !== '').join('.')} does not work in a mini app: the host denies ${feature}.`,
      fix: FIXES.get(feature) ?? 'Remove it, or handle its absence.',
      // Whether a script that looks for the feature elsewhere ever comes here, nobody can say.
      ...(use.testedElsewhere
        ? ({ impact: 'degrades' } as const)
        : onlyCallsBack(use, script)
          ? ({ impact: 'breaks', fails: 'waits' } as const)
          : impactOfUse(
              event === '' ? failingOf(use, feature) : 'nothing',
              // Every browser has it: what asks for it first comes here as well.
              EVERYWHERE.has(path) ? { ...use, isGuarded: false } : use,
            )),
    }
  },
)

/** Whether only a function is given that a position would be told, and none that minds a failure. */
const onlyCallsBack = ({ names, kind, values }: ScriptUse, script: ScriptValues): boolean =>
  kind === 'call' &&
  values.length === 1 &&
  ['getCurrentPosition', 'watchPosition'].includes(names.at(-1) ?? '') &&
  doesSomething(values[0] ?? null, script)

/** How a denied feature fails, by what it is asked with. */
const failingOf = ({ names, kind }: ScriptUse, feature: string): Failing => {
  const path = names.join('.')
  // What waits for the lock is in a function, which is never called.
  if (path === 'navigator.locks.request') return 'rejects'
  if (THROWING.has(path) || (kind === 'new' && feature === 'sensors')) return 'throws'
  if (SILENT.has(feature) || kind === 'new' || /^(?:webkit|moz)/.test(names.at(-1) ?? '')) return 'nothing'
  // The old one calls back, and to look at an object does nothing yet.
  if (path === 'navigator.getUserMedia' || kind !== 'call') return 'nothing'
  return 'declines'
}

/** What throws, as browsers were seen to do in the sandbox; most of the others give a promise that is rejected. */
const THROWING: ReadonlySet<string> = new Set([
  'navigator.getGamepads',
  'navigator.webkitGetGamepads',
  'screen.lockOrientation',
  'navigator.registerProtocolHandler',
  'navigator.unregisterProtocolHandler',
  'PaymentRequest',
  'PresentationRequest',
  'FileSystemObserver',
  'SharedArrayBuffer',
  ...REMOVED_CONSTRUCTORS,
])

const EVERYWHERE: ReadonlySet<string> = new Set(['navigator.wakeLock.request', 'navigator.storage.persist'])

/** What calls back with an error, or answers that it was denied. */
const SILENT: ReadonlySet<string> = new Set(['location', 'notifications'])

const AI_FIX = 'Use Service.ai.ask, and declare it in the manifest.'

const FIXES: ReadonlyMap<string, string> = new Map([
  ["the browser's own AI", AI_FIX],
  ['gamepads', 'Use keyboard, touch and pointer input, and wrap navigator.getGamepads() in try … catch.'],
  ['the orientation lock', 'Set the orientation in the manifest.'],
  ['payments by the browser', 'Use Service.pay.'],
  ['WebRTC', 'Use Service.multiplayer to connect players.'],
  ['the camera and the microphone', 'Use Service.pickImage or Service.pickVideo.'],
  ['sharing by the browser', 'Use Service.share.'],
  [THREADS, 'Use an ArrayBuffer, and a build without threads.'],
])

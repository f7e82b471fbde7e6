import { stringOf } from '../../facts/script-uses.js'
import { useRule } from './use-rule.js'

export const deniedFeature = useRule(
  {
    id: 'script/denied-feature',
    level: 'warning',
    section: '2.10',
    breach: 'A script uses a feature that the host denies.',
    why: 'Camera, microphone, location, notifications, clipboard, fullscreen, pointer lock, wake lock and sensors do not work.',
    mend: 'Do without it; photos and videos come from `Service.pickImage` and `Service.pickVideo`.',
  },
  ({ names, global, kind, values }) => {
    // Whoever only asks whether there is such a thing does without it.
    if (kind === 'test') return null
    const last = names.at(-1) ?? ''
    const feature =
      (kind === 'call' && names.length > 1 ? DENIED_METHODS.get(last) : undefined) ??
      (global
        ? (DENIED_NAVIGATOR.get(names.slice(0, 2).join('.')) ??
          (kind === 'new' || names.length > 1 ? DENIED_CLASSES.get(names[0] ?? '') : undefined) ??
          (kind === 'call' && last === 'addEventListener' && names.length === 1
            ? DENIED_EVENTS.get(stringOf(values[0]) ?? '')
            : undefined))
        : undefined)
    if (feature === undefined) return null
    return {
      message:
        last === 'addEventListener'
          ? `The event ${stringOf(values[0])} does not come in a mini app: the host denies ${feature}.`
          : `${names.filter((name) => name !== '').join('.')} does not work in a mini app: the host denies ${feature}.`,
      fix: FIXES.get(feature) ?? 'Do without it.',
    }
  },
)

const FIXES: ReadonlyMap<string, string> = new Map([
  ['the camera and the microphone', 'Use Service.pickImage or Service.pickVideo.'],
  ['sharing by the browser', 'Use Service.share.'],
])

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

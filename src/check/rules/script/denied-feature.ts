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
  ({ names, global, kind }) => {
    const last = names.at(-1) ?? ''
    const feature =
      (kind === 'call' && names.length > 1 ? DENIED_METHODS.get(last) : undefined) ??
      (global
        ? (DENIED_NAVIGATOR.get(names.slice(0, 2).join('.')) ??
          (kind === 'new' || names.length > 1 ? DENIED_CLASSES.get(names[0] ?? '') : undefined))
        : undefined)
    if (feature === undefined) return null
    return {
      message: `${names.filter((name) => name !== '').join('.')} does not work in a mini app: the host denies ${feature}.`,
      fix:
        feature === 'the camera and the microphone'
          ? 'Use Service.pickImage or Service.pickVideo.'
          : 'Do without it.',
    }
  },
)

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

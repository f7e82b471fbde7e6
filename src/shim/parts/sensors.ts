import { replaceMethod, works } from './sandbox.js'

/*! Motion sensors: none, where the browser throws for them. */
export const shimSensors = (): void => {
  for (const name of NAMES) {
    const native: unknown = Reflect.get(window, name)
    if (typeof native !== 'function' || works(() => Reflect.construct(native, []))) continue
    replaceMethod(window, name, function Sensor(): EventTarget {
      const sensor = Object.assign(new EventTarget(), ABSENT, {
        start: () => {
          setTimeout(() => {
            const error = new DOMException('There is no such sensor in a mini app.', 'NotReadableError')
            const event = Object.assign(new Event('error'), { error })
            sensor.dispatchEvent(event)
            if (typeof sensor.onerror === 'function') sensor.onerror(event)
          })
        },
      })
      return sensor
    })
  }
}

const NAMES = [
  'Accelerometer',
  'LinearAccelerationSensor',
  'GravitySensor',
  'Gyroscope',
  'Magnetometer',
  'AmbientLightSensor',
  'AbsoluteOrientationSensor',
  'RelativeOrientationSensor',
]

const ABSENT: { readonly onerror: ((event: Event) => unknown) | null } & Readonly<Record<string, unknown>> = {
  activated: false,
  hasReading: false,
  timestamp: null,
  onactivate: null,
  onreading: null,
  onerror: null,
  stop: () => {},
}

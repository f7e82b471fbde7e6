/**
 * The classes of the language and of the browser that code beside an app uses, as they are before the app runs. The build puts them
 * in place of the globals: an app may call its own classes so (`class Map`, or `window.Event = …` as enchant.js does).
 */
const NativeMap = Map
const NativeSet = Set
const NativeWeakMap = WeakMap
const NativeWeakSet = WeakSet
const NativeError = Error
const NativeTypeError = TypeError
const NativeEvent = Event
const NativeEventTarget = EventTarget
const NativeBlob = Blob
const NativeURL = URL
const NativeElement = Element

export {
  NativeBlob as Blob,
  NativeElement as Element,
  NativeError as Error,
  NativeEvent as Event,
  NativeEventTarget as EventTarget,
  NativeMap as Map,
  NativeSet as Set,
  NativeTypeError as TypeError,
  NativeURL as URL,
  NativeWeakMap as WeakMap,
  NativeWeakSet as WeakSet,
}

/** The names by which a script reaches its own global object. */
export const OWN_GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['window', 'self', 'globalThis'])
/** The names of the windows around the app's own. */
export const WINDOWS_AROUND: ReadonlySet<string> = new Set(['top', 'parent'])

/** The objects through which scripts reach nearly everything. */
export const GATEWAYS: ReadonlySet<string> = new Set([
  ...OWN_GLOBAL_OBJECTS,
  ...WINDOWS_AROUND,
  'contentWindow',
  'document',
  'navigator',
  'screen',
  'location',
  'Service',
])

/** The objects of the browser and of the language with which chains begin. */
export const OF_BROWSER: ReadonlySet<string> = new Set([
  ...GATEWAYS,
  ...['history', 'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'opener', 'console'],
  ...['performance', 'crypto', 'customElements', 'speechSynthesis', 'visualViewport', 'CSS', 'URL', 'Intl'],
  ...['Math', 'JSON', 'Reflect', 'Atomics', 'WebAssembly', 'Object', 'Array', 'String', 'Number', 'Boolean'],
  ...['clearTimeout', 'clearInterval', 'cancelAnimationFrame', 'matchMedia', 'getComputedStyle'],
  ...['parseInt', 'parseFloat', 'isNaN', 'encodeURIComponent', 'decodeURIComponent', 'atob', 'btoa'],
  ...['Symbol', 'BigInt', 'Date', 'RegExp', 'Promise', 'Proxy', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Error'],
])

/** The methods that lists, texts and other objects of the language have. */
export const OF_OBJECTS: ReadonlySet<string> = new Set(
  [Array, String, Map, Set, Promise, Function, RegExp, Date, Number, Object].flatMap((one) =>
    Object.getOwnPropertyNames(one.prototype),
  ),
)

/** What reads what a request answers. */
export const OF_ANSWERS: ReadonlySet<string> = new Set([
  ...['text', 'json', 'arrayBuffer', 'blob', 'bytes', 'formData', 'body'],
])

/** What calls a function for each element of a list, with the element first. */
export const OF_ELEMENTS: ReadonlySet<string> = new Set([
  'forEach',
  'map',
  'flatMap',
  'filter',
  'some',
  'every',
  'find',
  'findIndex',
])

/** What calls a function right away. */
export const IMMEDIATE: ReadonlySet<string> = new Set([
  ...OF_ELEMENTS,
  ...['reduce', 'reduceRight', 'sort'],
  ...['each', 'batch', 'useState', 'useMemo', 'useReducer', 'computed'],
])

/** What calls a function right away that comes second: `Array.from(list, fn)`, `text.replace(/a/, fn)`. */
export const IMMEDIATE_SECOND: ReadonlySet<string> = new Set(['from', 'replace', 'replaceAll'])

/** What calls a function once, in a while. */
export const TIMERS: ReadonlySet<string> = new Set(['setTimeout', 'requestIdleCallback', 'queueMicrotask'])

/** What calls a function behind a component that it is in: an error in there takes that out of the page. */
export const EFFECTS: ReadonlySet<string> = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect'])

/** What calls a function later by itself: timers, frames, and what waits for the page. */
export const LATER: ReadonlySet<string> = new Set([
  ...TIMERS,
  ...['ready', '$', 'jQuery'],
  ...EFFECTS,
  ...['onMounted', 'onMount', 'MutationObserver', 'ResizeObserver', 'IntersectionObserver'],
])

/** What calls a function again and again, if only since that asks for it. */
export const REPEATING: ReadonlySet<string> = new Set([
  'setInterval',
  'requestAnimationFrame',
  'setAnimationLoop',
])

/** The methods by which engines draw each frame. */
export const OF_FRAMES: ReadonlySet<string> = new Set(['update', 'draw', 'render', 'tick'])

/** What calls a function on an event that it is given the name of. */
export const LISTENING: ReadonlySet<string> = new Set(['addEventListener', 'on', 'bind', 'delegate', 'live'])

export const CONTINUING: ReadonlySet<string> = new Set(['then', 'catch', 'finally'])

/** What makes a component a part of the page. */
export const RENDERING: ReadonlySet<string> = new Set([
  ...['jsx', 'jsxs', 'jsxDEV', 'createElement', 'h', 'createVNode', 'createBlock'],
  ...['createApp', 'render', 'mount', 'ticker'],
])

/** What puts a whole app of a framework into the page. */
export const MOUNTING: ReadonlySet<string> = new Set(['mount', 'createRoot', 'hydrateRoot', 'createApp'])

/** The methods that the browser calls of an element that a script defines. */
export const OF_CUSTOM_ELEMENTS: ReadonlySet<string> = new Set([
  'connectedCallback',
  'attributeChangedCallback',
])

/** The methods by which engines and frameworks run what they are given. */
export const PARTS: ReadonlySet<string> = new Set([
  ...['init', 'preload', 'create', 'update', 'setup', 'draw', 'start', 'main', 'render'],
  ...['data', 'created', 'beforeCreate', 'mounted', 'beforeMount', 'componentDidMount'],
  ...OF_CUSTOM_ELEMENTS,
])

/** The steps of a component whose errors its framework minds: it only writes them to the log. */
export const MINDED: ReadonlySet<string> = new Set([
  ...['created', 'beforeCreate', 'mounted', 'beforeMount', 'onMounted'],
])

/** Events that need no person. */
export const BY_ITSELF: ReadonlySet<string> = new Set([
  ...['load', 'DOMContentLoaded', 'readystatechange', 'pageshow', 'message', 'deviceready'],
  ...['loadeddata', 'loadedmetadata', 'canplay', 'canplaythrough', 'loadend', 'progress', 'tick', 'ready'],
])

/** The method that gives what draws: nothing but a canvas has it. */
export const CONTEXT = 'getContext'

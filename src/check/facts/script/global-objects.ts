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

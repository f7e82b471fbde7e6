/**
 * The names that this browser knows in a permissions policy; it warns about every other. Null if it does not say: Firefox
 * and Safari do not, and neither warns about a name, since both ignore the header.
 */
export const knownFeatures = (): readonly string[] | null => {
  for (const name of ['permissionsPolicy', 'featurePolicy']) {
    const policy: unknown = Reflect.get(document, name)
    if (typeof policy !== 'object' || policy === null) continue
    const list: unknown = Reflect.get(policy, 'features')
    const known: unknown = typeof list === 'function' ? list.call(policy) : null
    if (Array.isArray(known)) return known.filter((feature) => typeof feature === 'string')
  }
  return null
}

/** A path into the manifest: field names and array indices. */
export type ManifestPath = readonly (string | number)[]

/** A path as a JSON pointer (RFC 6901). */
export const pointerOf = (path: ManifestPath): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A path as people write it: `products[2].price`. */
export const fieldName = (path: ManifestPath): string =>
  path.length === 0
    ? 'The manifest'
    : path.reduce<string>((name, part) => {
        if (typeof part === 'number') return `${name}[${part}]`
        if (/^[$A-Za-z_][$\w]*$/.test(part)) return name === '' ? part : `${name}.${part}`
        return `${name}[${JSON.stringify(part)}]`
      }, '')

/** The value at a path, by own keys only; undefined where there is none. */
export const valueAt = (root: unknown, path: ManifestPath): unknown => {
  let value: unknown = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Readonly<Record<string | number, unknown>>)[part]
  }
  return value
}

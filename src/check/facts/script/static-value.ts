/** What the text of a script says of a value, before it runs. */
export type StaticValue =
  | { readonly kind: 'unknown' }
  /** The value itself. */
  | { readonly kind: 'exact'; readonly value: string | number | boolean | bigint | null | undefined }
  /** Its type, and nothing else. */
  | { readonly kind: 'typed'; readonly type: StaticType }
  | {
      readonly kind: 'object'
      readonly fields: ReadonlyMap<string, StaticValue>
      /** Whether it may have fields that the text does not name. */
      readonly open: boolean
    }
  | { readonly kind: 'array'; readonly elements: readonly StaticValue[]; readonly open: boolean }

export type StaticType = 'string' | 'number' | 'boolean' | 'object' | 'function'

export const UNKNOWN: StaticValue = { kind: 'unknown' }

export const exact = (
  value: string | number | boolean | bigint | null | undefined,
): Extract<StaticValue, { readonly kind: 'exact' }> => ({
  kind: 'exact',
  value,
})

export const typed = (type: StaticType): Extract<StaticValue, { readonly kind: 'typed' }> => ({
  kind: 'typed',
  type,
})

/** What is the same of two values. */
export const either = (first: StaticValue, second: StaticValue): StaticValue => {
  const type = typeOf(first)
  if (type === null || type !== typeOf(second)) return UNKNOWN
  return type === 'null' || type === 'undefined' || type === 'bigint' ? first : typed(type)
}

export const typeOf = (value: StaticValue): StaticType | 'null' | 'undefined' | 'bigint' | null => {
  if (value.kind === 'unknown') return null
  if (value.kind === 'typed') return value.type
  if (value.kind !== 'exact') return 'object'
  if (value.value === null) return 'null'
  const type = typeof value.value
  return type === 'symbol' ? null : type
}

/** The value itself, where all of it is known; else null. */
export const wholeValue = (value: StaticValue): { readonly value: unknown } | null => {
  if (value.kind === 'exact')
    return { value: typeof value.value === 'number' && !Number.isFinite(value.value) ? null : value.value }
  if (value.kind === 'object') {
    if (value.open) return null
    const fields: [string, unknown][] = []
    for (const [name, field] of value.fields) {
      const part = wholeValue(field)
      if (part === null) return null
      fields.push([name, part.value])
    }
    return { value: Object.fromEntries(fields) }
  }
  if (value.kind === 'array') {
    const parts = value.elements.map(wholeValue)
    if (value.open || parts.includes(null)) return null
    return { value: parts.map((part) => part?.value) }
  }
  return null
}

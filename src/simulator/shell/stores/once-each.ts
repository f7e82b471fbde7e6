/** A function of an object that computes once for each of them, when it is first asked. */
export const onceEach = <Key extends object, Value>(compute: (key: Key) => Value) => {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return (key: Key): Value => {
    const found = known.get(key) ?? { value: compute(key) }
    known.set(key, found)
    return found.value
  }
}

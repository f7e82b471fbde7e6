/** Removes constructors from a window. One that cannot be removed is permanently replaced by undefined. */
export const removeConstructors = (target: Window, names: readonly string[]): void => {
  for (const name of names) {
    if (!Reflect.deleteProperty(target, name) || name in target)
      Reflect.defineProperty(target, name, { value: undefined, configurable: false, writable: false })
  }
}

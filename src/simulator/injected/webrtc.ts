/** Removes constructors from a window; where one cannot be removed, it is covered by undefined for good. */
export const removeConstructors = (target: Window, names: readonly string[]): void => {
  for (const name of names) {
    if (!Reflect.deleteProperty(target, name) || name in target)
      Reflect.defineProperty(target, name, { value: undefined, configurable: false, writable: false })
  }
}

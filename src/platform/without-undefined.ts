/** An object without the fields that are undefined. */
export const withoutUndefined = <T extends object>(
  value: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T

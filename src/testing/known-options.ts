/**
 * For JavaScript, which has no compiler to say so: an option with another name would do nothing.
 * @param known every option of the method
 * @throws {TypeError} that names the options there are
 */
export const refuseUnknownOptions = <Options extends object>(
  method: string,
  options: Options,
  known: { readonly [Name in keyof Required<Options>]: true },
): void => {
  const names = Object.keys(known)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new TypeError(
      `${method} has no option ${JSON.stringify(unknown)}. Its options are ${names.join(', ')}.`,
    )
}

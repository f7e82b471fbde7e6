/** Whether a boolean flag's environment variable means off: unset, empty, or a word for no. */
export const isOff = (value: string | undefined): boolean =>
  value === undefined || ['', '0', 'false', 'no'].includes(value.toLowerCase())

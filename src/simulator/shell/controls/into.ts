/** For `onChange` of a control: puts what was chosen into a signal. */
export const into =
  <Value>(signal: { value: Value }) =>
  (value: Value): void => {
    signal.value = value
  }

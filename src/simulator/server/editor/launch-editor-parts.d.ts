/** Parts of launch-editor that its own types leave out. */

declare module 'launch-editor/guess.js' {
  /**
   * The command of the person's editor and its arguments: the given one, or one that is running, or that of `VISUAL` or
   * `EDITOR`, which it does not split. Operators of a shell are objects. `[null]` if there is none.
   */
  const guessEditor: (specified?: string) => readonly unknown[]
  export default guessEditor
}

declare module 'launch-editor/get-args.js' {
  /** The arguments with which an editor opens a file at a line. */
  const argumentsFor: (
    editor: string,
    file: string,
    line?: number,
    column?: number,
  ) => readonly (string | number)[]
  export default argumentsFor
}

declare module 'launch-editor/construct-windows-launch-command.js' {
  /** A command for `cmd.exe`. @throws {Error} if an argument cannot be passed safely */
  const windowsCommand: (editor: string, args: readonly string[]) => string
  export default windowsCommand
}

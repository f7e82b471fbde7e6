// The parts of css-tree that are small; @types/css-tree describes only the whole package.
declare module 'css-tree/tokenizer' {
  export const tokenTypes: Readonly<Record<string, number>>
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void
}

declare module 'css-tree/utils' {
  interface Coder {
    decode(text: string): string
  }
  export const ident: Coder
  export const string: Coder
  export const url: Coder
}

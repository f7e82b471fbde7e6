import { WithSections } from './with-sections.js'

/** A text with its code in backticks shown as code, and the sections that it names linked to the reference. */
export const Words = ({ text }: { readonly text: string }) => (
  <>
    {text
      .split('`')
      .map((part, index) =>
        index % 2 === 1 ? <code key={index}>{part}</code> : <WithSections key={index} text={part} />,
      )}
  </>
)

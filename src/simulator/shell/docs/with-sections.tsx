import { SECTIONS } from '../../../docs/texts/sections.js'
import { TopicLink } from './topic-link.js'

/** Sections of the platform document in brackets, as sentences name them: `(4.3)`, `(5, 8.2)`. */
const IN_BRACKETS = /(\(\d{1,2}(?:\.\d{1,2})?(?:, \d{1,2}(?:\.\d{1,2})?)*\))/
const NUMBER = /(\d{1,2}(?:\.\d{1,2})?)/

/** A sentence, with the sections that it names linked to the reference. */
export const WithSections = ({ text }: { readonly text: string }) => (
  <>
    {text.split(IN_BRACKETS).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <span key={`${index} ${part}`} class="sections">
          {part
            .split(NUMBER)
            .map((word) =>
              Object.hasOwn(SECTIONS, word) ? <SectionLink key={word} section={word} /> : word,
            )}
        </span>
      ),
    )}
  </>
)

/** The number of a section, linked to the reference. */
export const SectionLink = ({ section }: { readonly section: string }) => (
  <TopicLink topic={section}>{section}</TopicLink>
)

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

import type { Signal } from '@preact/signals'
import type { Ref } from 'preact'
import { typedInto } from './form.js'
import { Icon } from './icon.js'

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  /** What may be typed; shown on hover. */
  readonly title?: string
  readonly text: Pick<Signal<string>, 'value'>
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A field for words to search or filter by. */
export const SearchField = ({ label, placeholder, title, text, inputRef }: SearchFieldProps) => (
  <label class="search">
    <Icon name="search" />
    <span class="visually-hidden">{label}</span>
    <input
      type="search"
      placeholder={placeholder}
      title={title}
      value={text.value}
      spellcheck={false}
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      onInput={typedInto(text)}
    />
  </label>
)

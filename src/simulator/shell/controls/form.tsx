import type { ComponentProps } from 'preact'

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => void
}

/** A form that the page handles itself. */
export const Form = ({ onSubmit, ...attributes }: FormProps) => (
  <form
    {...attributes}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  />
)

/**
 * The script of the HTML report: it is sent as its source text, so it cannot use anything around it. Its buttons copy commands;
 * where the page may not write to the clipboard, they select the command. Without it, the page has everything but the buttons.
 */
export const wireButtons = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    const command = document.getElementById(button.dataset['copies'] ?? '')
    const status = button.nextElementSibling
    if (command === null || status === null) continue
    button.hidden = false
    button.addEventListener('click', () => {
      const copied = navigator.clipboard?.writeText(command.textContent ?? '') ?? Promise.reject()
      copied.then(
        () => {
          status.textContent = 'Copied'
        },
        () => {
          getSelection()?.selectAllChildren(command)
          status.textContent = 'Selected: copy it with your keyboard'
        },
      )
    })
  }
}

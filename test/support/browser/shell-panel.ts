import type { Page } from 'playwright-core'
import { PANEL_GROUPS, type PanelId } from '../../../src/simulator/shell/panels/panel-groups.js'

/** Shows a panel of the shell, by its tab and that of its group. */
export const showPanel = async (page: Page, panel: PanelId): Promise<void> => {
  for (const group of PANEL_GROUPS) {
    const parts: readonly { readonly id: PanelId; readonly label: string }[] =
      'panels' in group ? group.panels : []
    const part = parts.find(({ id }) => id === panel)
    if (group.id !== panel && part === undefined) continue
    // A count may follow the name.
    await page.getByRole('tab', { name: new RegExp(`^${group.label}\\b`) }).click()
    if (part !== undefined) await page.getByRole('tab', { name: new RegExp(`^${part.label}\\b`) }).click()
  }
}

/** The keys that have no character, as WebDriver sends them (W3C WebDriver, 17.4.2). */
const SPECIAL: Readonly<Record<string, string>> = {
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Space: ' ',
}

/** The character that WebDriver sends for a key, from its name in `KeyboardEvent.key`. */
export const keyCharacter = (name: string): string => SPECIAL[name] ?? name

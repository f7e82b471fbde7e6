type Environment = Readonly<Record<string, string | undefined>>

/** Whether a browser window would be visible: not in CI, over SSH without a display, or with BROWSER=none. */
export const hasScreen = (
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): boolean => {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== ''
  // BROWSER=none is the convention to stop tools from opening a browser.
  if (environment['BROWSER'] === 'none' || isSet('CI')) return false
  if (platform === 'win32' || platform === 'darwin') return true
  return isSet('DISPLAY') || isSet('WAYLAND_DISPLAY') || isSet('WSL_DISTRO_NAME')
}

/**
 * Opens a URL in the user's browser.
 * @returns whether a browser was started; false without a display, in CI, or if starting it failed. Never
 *   throws.
 */
export const openBrowser = async (url: string, environment: Environment): Promise<boolean> => {
  if (!hasScreen(environment)) return false
  try {
    const { default: open } = await import('open')
    const child = await open(url)
    // The launcher exits immediately; what matters is that it started and did not fail right away.
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false))
      child.once('exit', (code) => resolve(code === 0 || code === null))
      child.once('spawn', () => setTimeout(() => resolve(true), LAUNCHER_GRACE_MS).unref())
    })
  } catch {
    // A browser that does not open is never fatal: the caller prints the URL.
    return false
  }
}

const LAUNCHER_GRACE_MS = 500

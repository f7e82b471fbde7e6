/**
 * Opens an address in the person's browser.
 * @returns whether a browser was started; false without a display, in CI, or when starting it failed. Never throws.
 */
export const openBrowser = async (
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> => {
  // BROWSER=none is how people tell tools of this kind to leave the browser alone.
  if (environment['BROWSER'] === 'none' || (environment['CI'] ?? '') !== '') return false
  const hasDisplay =
    process.platform !== 'linux' ||
    (environment['DISPLAY'] ?? '') !== '' ||
    (environment['WAYLAND_DISPLAY'] ?? '') !== '' ||
    (environment['WSL_DISTRO_NAME'] ?? '') !== ''
  if (!hasDisplay) return false
  try {
    const { default: open } = await import('open')
    const child = await open(url)
    // The launcher ends at once; what matters is whether it could be started and did not fail right away.
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false))
      child.once('exit', (code) => resolve(code === 0 || code === null))
      child.once('spawn', () => setTimeout(() => resolve(true), LAUNCHER_GRACE_MS).unref())
    })
  } catch {
    // A browser that will not open is never fatal: the caller prints the address.
    return false
  }
}

const LAUNCHER_GRACE_MS = 500

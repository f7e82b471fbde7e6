import { join } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown, type ViteDevServer } from 'vite'
import { LOCAL_FOLDER, makeFolder, removeFolder } from '../durable/folders.js'
import type { BuildFailure } from '../simulator/server/app-reports/app-failures.js'
import { type StartedSimulator, startSimulator } from '../simulator/server/start.js'
import { failedBuild } from './build-failure.js'
import { BuiltFiles } from './built-files.js'
import { allowedRules } from './check-plugin.js'

/**
 * `vite dev` as users run the app: every save builds the project without minification, and it runs in the simulator. The
 * sandbox has no network (2.10), so Vite's hot reload, which uses a WebSocket, cannot reach it. Style sheets are taken over
 * by the simulator; for anything else, the app is reloaded.
 * @param port the simulator's, or the next free one
 * @param allow the rules whose findings are known
 */
export const simulatorPlugin = (port: number, allow: readonly string[]): Plugin => ({
  name: 'miniapp:simulator',
  apply: 'serve',
  // The build is not a source, and nothing in the sandbox listens to Vite's reloads.
  config: () => ({ server: { hmr: false, watch: { ignored: ['**/.miniapp/**'] } } }),
  configureServer: (server) => {
    const running = run(server, port, allow)
    running.catch((error: unknown) => {
      server.config.logger.error(`miniapp: ${error instanceof Error ? error.message : String(error)}`)
    })
    server.middlewares.use((request, response, next) => {
      const wantsPage = request.headers.accept?.includes('text/html') === true
      if (request.method !== 'GET' || !wantsPage) return next()
      running.then(
        ({ url }) => response.writeHead(302, { Location: url, 'Cache-Control': 'no-store' }).end(),
        (error: unknown) => next(error),
      )
    })
    const printUrls = server.printUrls.bind(server)
    server.printUrls = () => {
      printUrls()
      running.then(
        ({ url }) => server.config.logger.info(`  ➜  Simulator: ${url}`),
        // Already reported.
        () => undefined,
      )
    }
    const close = server.close.bind(server)
    server.close = async () => {
      await running.then(
        ({ stop }) => stop(),
        () => undefined,
      )
      await close()
    }
  },
})

interface Running {
  readonly url: string
  readonly stop: () => Promise<void>
}

const run = async ({ config }: ViteDevServer, port: number, allow: readonly string[]): Promise<Running> => {
  const outDir = join(config.root, LOCAL_FOLDER, 'vite')
  await removeFolder(outDir)
  await makeFolder(outDir)
  const files = new BuiltFiles(config.publicDir)
  const inline: InlineConfig = {
    ...config.inlineConfig,
    plugins: [...(config.inlineConfig.plugins ?? []), files.plugin],
    mode: config.mode,
    logLevel: 'warn',
    // The dev server's settings do not apply to a build, and an emptied folder would be no app for a moment.
    server: {},
    build: {
      ...config.inlineConfig.build,
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: 'inline',
      watch: {},
    },
  }
  const watcher = (await build({
    ...inline,
    configFile: config.configFile ?? false,
  })) as Rolldown.RolldownWatcher
  const { logger, root } = config
  let latest: BuildFailure | null = null
  let show = (): void => {}
  try {
    await new Promise<void>((done) => {
      onEveryBuild(watcher, root, (failure) => {
        latest = failure
        show()
        done()
      })
    })
    // The simulator reads these itself.
    files.takeChanged()
    const started = await start(outDir, root, port, await allowedRules(allow, config), (message) =>
      logger.warn(`miniapp: ${message}`),
    )
    const { failures, live } = started.simulator
    const report = (error: unknown): void => logger.error(`miniapp: ${String(error)}`)
    show = () => {
      failures.built(latest).catch(report)
      const changed = files.takeChanged()
      if (changed.length > 0) live.refresh(changed).catch(report)
    }
    show()
    return {
      url: started.url,
      stop: async () => {
        await watcher.close()
        await started.stop()
      },
    }
  } catch (error) {
    await watcher.close()
    throw error
  }
}

/** Calls back after every build. @param onBuilt with why it failed; null if it did not */
const onEveryBuild = (
  watcher: Rolldown.RolldownWatcher,
  root: string,
  onBuilt: (failure: BuildFailure | null) => void,
): void => {
  let isBroken = false
  watcher.on('event', (event) => {
    if (event.code === 'START') isBroken = false
    else if (event.code === 'ERROR') {
      isBroken = true
      onBuilt(failedBuild(event.error, root))
    } else if (event.code === 'END' && !isBroken) onBuilt(null)
  })
}

const start = (
  built: string,
  root: string,
  port: number,
  allow: readonly string[],
  warn: (message: string) => void,
): Promise<StartedSimulator> =>
  startSimulator({
    path: root,
    built,
    cwd: root,
    port,
    allow,
    host: '127.0.0.1',
    hostNames: [],
    data: null,
    fresh: false,
    watch: true,
    onEntry: () => {},
    onProblems: () => {},
    onNotice: warn,
    onDefect: (error) => warn(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  })

import { onTestFinished } from 'vitest'
import { startSimulator } from '../processes/built-testing.js'
import { type AppSimulator, simulatorAt } from './running-simulator.js'

/** Runs the built simulator in this process until the test ends: for tests of apps, which see no difference. */
export const simulateApp = async (folder: string): Promise<AppSimulator> => {
  const simulator = await startSimulator(folder, { watch: false })
  onTestFinished(() => simulator.stop())
  return simulatorAt(simulator)
}

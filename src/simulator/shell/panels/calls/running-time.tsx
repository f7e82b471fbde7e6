import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatDuration } from './log-row.js'

const TICK_MS = 100

/** A duration that grows while it is shown. @param of the milliseconds so far */
export const RunningTime = ({ of }: { readonly of: () => number }) => {
  const tick = useSignal(0)
  useEffect(() => {
    const timer = setInterval(() => {
      tick.value++
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  tick.value
  return <>{formatDuration(of())}</>
}

// CPU time and allocated bytes of a piece of work.

import { GCProfiler } from 'node:v8'

/** CPU time of this process for `work`, microseconds: its own threads' (collector and compiler too), not the wall's. */
export function cpuMicros(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** Bytes allocated on the heap by `work`: growth, and what every collection on the way took away. */
export function allocatedBytes(work: () => void): number {
  globalThis.gc?.()
  const profiler = new GCProfiler()
  profiler.start()
  const before = process.memoryUsage().heapUsed
  work()
  const after = process.memoryUsage().heapUsed
  const freed = profiler
    .stop()
    .statistics.map(
      ({ beforeGC, afterGC }) => beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
    )
  return after - before + freed.reduce((sum, bytes) => sum + bytes, 0)
}

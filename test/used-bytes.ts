// What a process still holds: for tests that see that nothing grows.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is compiled ages by collections before it is let go of: after one, a megabyte of it comes and goes from run to run. */
const COLLECTIONS = 4

/** Bytes that are used once everything is collected that can be. */
export function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  for (let n = 0; n < COLLECTIONS; n++) collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

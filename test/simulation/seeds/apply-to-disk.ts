// What becomes of the disk under the bot for a while: it is full, slow, or says of nothing that it is safe.

import type { Stage } from './apply-disturbance.js'
import type { Of } from './scenario.js'

export function applyToDisk(
  disturbance: Of<'disk-full' | 'disk-slow' | 'disk-fails'>,
  { world: { disk, clock }, reached }: Stage,
): void {
  const struck = () => disk.struck[WHICH[disturbance.kind]]
  const before = struck()
  if (disturbance.kind === 'disk-full') disk.isFull = true
  else if (disturbance.kind === 'disk-slow') disk.slowMs = disturbance.delayMs
  else disk.fails = disturbance.where
  clock.after(disturbance.forMs, () => {
    if (disturbance.kind === 'disk-full') disk.isFull = false
    else if (disturbance.kind === 'disk-slow') disk.slowMs = 0
    else disk.fails = undefined
    reached(disturbance.kind, struck() - before)
  })
}

const WHICH = { 'disk-full': 'full', 'disk-slow': 'slow', 'disk-fails': 'failed' } as const

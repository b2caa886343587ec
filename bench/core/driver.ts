// One driver per shape of the core, chosen by what a checkout holds: a redrawn core gets a driver of its own, and the old one stays
// for as long as something is held against the old core.

import type { Driver, Setting, Stage } from './stage.js'
import { stepDriver } from './step-driver.js'

/** The first that fits drives a checkout. */
const DRIVERS: readonly Driver[] = [stepDriver]

export function openStage(root: string, setting: Setting): Promise<Stage> {
  const driver = DRIVERS.find((candidate) => candidate.fits(root))
  if (!driver) throw new Error(`${root}: no driver knows the shape of its core; add one to bench/core/driver.ts`)
  return driver.open(root, setting)
}

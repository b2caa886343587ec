// One server for the files whose tests keep to markets and wallets of their own: a start costs more than most tests.
// It ends with the test process; files with a server of their own check the exit code.

import { Venue } from './venue.js'

const budget = { perSecond: 1000, perMinute: 60_000 }
const wide = { read: budget, write: budget, cancel: budget, account: budget }

const config = {
  stopMatchingBeforeSec: 600,
  settlement: { delayMs: 30 },
  referral: { rewardBps: 2000 },
  // limits have a file of their own
  tiers: { ANONYMOUS: wide, DEFAULT: wide },
}

let running: Promise<Venue> | undefined

/** The server that the files share; started by the first. */
export async function commonVenue(): Promise<Venue> {
  running ??= Venue.start(config, { plain: 100, fine: 24 })
  const venue = await running
  venue.unref()
  return venue
}

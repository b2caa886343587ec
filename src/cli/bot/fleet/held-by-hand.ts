// A wallet held for what a person has done with it, as selling what it holds: no bot trades with it meanwhile, here or on another machine.

import type { Config } from '../../../config/config.js'
import type { Address } from '../../../domain/market/market.js'
import { lockWallet } from '../../../execution/journal/lock/wallet-lock.js'
import type { Lease, LeaseWait } from '../../../execution/lease.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import type { CommandContext } from '../../command-context.js'
import { stateFolder } from '../../control/state-folder.js'
import { heldEverywhere } from './fleet-lease.js'

/** Throws `journal-failed` where a bot is seen to trade with the wallet; one that is dead is waited for. */
export async function heldByHand(config: Config, account: Address, { env, out }: CommandContext): Promise<Lease> {
  const { chainId } = config.venue.profile.typedData.domain
  const place = { folder: stateFolder(env), chainId, account }
  const note = (text: string) => out.note(text)
  const wait: LeaseWait = { whenHeld: 'refuse', note, stopped: new Promise(() => undefined) }
  const local = await lockWallet(place, wait)
  try {
    const logger = { info: note, warn: note }
    return await heldEverywhere(local, place, { config, clock: createRealClock(), logger, wait })
  } catch (thrown) {
    await local.release()
    throw thrown
  }
}

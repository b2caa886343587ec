// A wallet held for what a person has done with it, as selling what it holds: no bot trades with it meanwhile, here or on another machine. A
// person who is asked may take long, and a process that is stopped as long is taken for dead: so it is looked at again before anything is sent.

import type { Config } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import type { Address } from '../../../domain/market/market.js'
import { lockWallet } from '../../../execution/journal/lock/wallet-lock.js'
import type { Lease, LeaseWait } from '../../../execution/lease.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import type { CommandContext } from '../../command-context.js'
import { stateFolder } from '../../control/state-folder.js'
import type { ConnectOptions } from '../../venue/connect.js'
import { type OwnConnection, withWallet } from '../../venue/with-connection.js'
import { heldEverywhere } from './fleet-lease.js'

export interface HeldConnection extends OwnConnection {
  /** Throws `journal-failed` where the wallet may be another's by now. */
  readonly stillHeld: () => void
}

/**
 * A connection that is signed in, of a wallet that is held as long as the task goes on. No order leaves once it may be another's: that is
 * asked last before the wire, as of a bot's orders. Throws `journal-failed` where a bot is seen to trade with it; one that is dead is waited for.
 */
export function withHeldWallet<T>(
  config: Config,
  context: CommandContext,
  task: (connection: HeldConnection) => Promise<T>,
  more: Partial<Pick<ConnectOptions, 'clock' | 'warn' | 'wrapTransport'>> = {},
): Promise<T> {
  let lease: Lease | undefined
  const whyNot = () => lease?.lost() ?? lease?.unrenewed?.()?.reason
  const stillHeld = () => {
    const why = whyNot()
    if (why !== undefined) throw new QuoinError('journal-failed', `nothing is done: ${why}`)
  }
  const held = async (connection: OwnConnection): Promise<T> => {
    lease = await heldByHand(config, connection.trading.account, context)
    try {
      return await task({ ...connection, stillHeld })
    } finally {
      await lease.release()
    }
  }
  const lastCheck: ConnectOptions['lastCheck'] = ({ routeClass }) => (routeClass === 'write' ? whyNot() : undefined)
  return withWallet(config, context, held, { ...more, lastCheck })
}

async function heldByHand(config: Config, account: Address, { env, out }: CommandContext): Promise<Lease> {
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

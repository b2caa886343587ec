// A connection for the length of a command.

import type { Config } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import { ODD_RECORD_WORDS } from '../../venue/trading.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import type { CommandContext } from '../command-context.js'
import type { Output } from '../output.js'
import { type Connection, type ConnectOptions, connect } from './connect.js'

/** A connection whose wallet is signed in. */
export type OwnConnection = Connection & Required<Pick<Connection, 'trading' | 'own'>>

type Asking = Pick<CommandContext, 'env'> & { readonly out: Pick<Output, 'note'> }

const usual = ({ env, out }: Asking) => ({ env, clock: createRealClock(), warn: out.note })

/** One that only reads. */
export async function withVenue<T>(
  config: Config,
  context: Asking,
  task: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(config, { ...usual(context), wallet: 'unused' })
  try {
    return await task(connection)
  } finally {
    await connection.close()
  }
}

/** One that is signed in. */
export async function withWallet<T>(
  config: Config,
  context: Asking,
  task: (connection: OwnConnection) => Promise<T>,
  more: Partial<Pick<ConnectOptions, 'clock' | 'warn' | 'wrapTransport' | 'lastCheck'>> = {},
): Promise<T> {
  const options = { ...usual(context), ...more }
  const connection = await connect(config, { ...options, wallet: 'needed' })
  try {
    const published = await connection.checkProfile()
    if (!published) options.warn('the venue publishes no profile to compare with')
    const { trading, own } = connection
    if (trading === undefined || own === undefined)
      throw new QuoinError('internal', 'expected a session that trades, got a reading one')
    trading.listen((event) => {
      if (event.kind === 'off-grid' || event.kind === 'left-out')
        options.warn(`${event.hash}: ${ODD_RECORD_WORDS[event.kind]}`)
      else if (event.kind === 'matches-left-out')
        options.warn(
          `${event.conditionId}: matches of the wallet are of a market that cannot be quoted: no list has them`,
        )
    })
    trading.start()
    return await task({ ...connection, trading, own })
  } finally {
    await connection.close()
  }
}

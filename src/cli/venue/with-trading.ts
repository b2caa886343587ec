// One signed-in connection for the length of a task.

import type { Config } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import { ODD_RECORD_WORDS, type Trading } from '../../venue/trading.js'
import { type Connection, type ConnectOptions, connect } from './connect.js'

/** A connection whose wallet is signed in. */
export type OwnConnection = Connection & Required<Pick<Connection, 'trading' | 'own'>>

export const withTrading = <T>(
  config: Config,
  options: Omit<ConnectOptions, 'wallet'>,
  task: (trading: Trading) => Promise<T>,
): Promise<T> => withWallet(config, options, ({ trading }) => task(trading))

export async function withWallet<T>(
  config: Config,
  options: Omit<ConnectOptions, 'wallet'>,
  task: (connection: OwnConnection) => Promise<T>,
): Promise<T> {
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
    })
    trading.start()
    return await task({ ...connection, trading, own })
  } finally {
    await connection.close()
  }
}

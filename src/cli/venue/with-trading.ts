// One signed-in connection for the length of a task.

import type { Config } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import type { Trading } from '../../venue/trading.js'
import { type ConnectOptions, connect } from './connect.js'

export async function withTrading<T>(
  config: Config,
  options: Omit<ConnectOptions, 'wallet'>,
  task: (trading: Trading) => Promise<T>,
): Promise<T> {
  const connection = await connect(config, { ...options, wallet: 'needed' })
  try {
    const published = await connection.checkProfile()
    if (!published) options.warn('the venue publishes no profile to compare with')
    const { trading } = connection
    if (trading === undefined) throw new QuoinError('internal', 'expected a session that trades, got a reading one')
    trading.start()
    return await task(trading)
  } finally {
    await connection.close()
  }
}

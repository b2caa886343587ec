// A disk that is full: a clear error, and no acknowledged loss.

import { afterEach, expect, it } from 'vitest'
import { DEPOSIT, lost, Trader } from '../server/store/acknowledged-load.js'
import { cleanUp, keptServer, type ServerFiles, serverFiles } from '../server/store/kept-server.js'

const TIMEOUT = { timeout: 60_000 }
const KEPT_NOTHING = 'nothing can be kept at present; look up what was sent, and try again later'

afterEach(cleanUp)

async function loaded(orders: number): Promise<{ files: ServerFiles; trader: Trader }> {
  const trader = new Trader()
  const files = serverFiles({ accounts: [{ address: trader.account.address, collateral: DEPOSIT }] })
  const server = await keptServer(files)
  try {
    await trader.connect(server.url)
    for (let i = 0; i < orders; i++) await trader.order()
  } finally {
    await server.kill()
  }
  return { files, trader }
}

it(
  'a full disk: 503 with a code, nothing acknowledged is lost, and the rest works again with space',
  TIMEOUT,
  async () => {
    const { files, trader } = await loaded(3)
    const full = await keptServer(files, 256)
    try {
      await trader.connect(full.url)
      let status = 201
      for (let i = 0; i < 1000 && status === 201; i++) status = await trader.order()
      expect(status).toBe(503)
      expect(trader.lastAnswer.message).toBe(KEPT_NOTHING)
      const { status: readStatus, body } = await trader.ask('GET', '/me/balances')
      // neither the file nor the system's reason: they are the operator's
      expect([readStatus, body]).toEqual([
        503,
        { statusCode: 503, message: KEPT_NOTHING, error: 'Service Unavailable', code: 'store_unavailable' },
      ])
      expect(full.child.exitCode).toBeNull()
      expect(full.errors()).toContain('cannot be written')
      expect(full.errors()).toContain(files.data)
    } finally {
      await full.kill()
    }
    expect(trader.orders.size).toBeGreaterThan(10)
    const roomy = await keptServer(files)
    try {
      await trader.connect(roomy.url)
      expect(await lost(trader)).toEqual([])
      expect(await trader.order()).toBe(201)
    } finally {
      await roomy.kill()
    }
  },
)

it('a disk without room for the first tables: ends with the code of journal-failed', TIMEOUT, async () => {
  await expect(keptServer(serverFiles({}), 16)).rejects.toThrow(
    /server ended with 8: .*data file .*venue\.db: cannot be used/,
  )
})

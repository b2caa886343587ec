// How much is written to keep one order: it bounds how many a disk can take, and how long a start after a kill lasts.

import { existsSync, statSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { ALICE } from '../api/venue-driver.js'
import { freshPath, KeptVenue, removeFiles } from './kept-venue.js'

afterAll(removeFiles)

const ORDERS = 200
const LIMIT_BYTES = 4096

const logBytes = (path: string) =>
  [`${path}-log`, `${path}-wal`].reduce((sum, name) => sum + (existsSync(name) ? statSync(name).size : 0), 0)

it(`adds at most ${LIMIT_BYTES} bytes to the logs for an order that is acknowledged before the next comes`, () => {
  const path = freshPath()
  const venue = new KeptVenue(path)
  venue.store.syncNow()
  const before = logBytes(path)
  for (let i = 0; i < ORDERS; i++) {
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    venue.store.commit()
    venue.store.syncNow()
  }
  const perOrder = (logBytes(path) - before) / ORDERS
  process.stdout.write(`log bytes per order: ${Math.round(perOrder)}\n`)
  expect(perOrder).toBeLessThanOrEqual(LIMIT_BYTES)
  venue.die()
})

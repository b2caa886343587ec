import { expect, it } from 'vitest'
import { lossRooms } from '../../../src/control/view/loss-room.js'

const limits = { maxLoss: 100, maxDailyLoss: 50, maxDrawdown: 60 }

it('says what is left under each limit, the nearest first', () => {
  const rooms = lossRooms({ day: 1, total: -10, dayStart: 5, start: 0, peak: 30, realised: 0 }, limits)
  expect(rooms).toEqual([
    { limit: 'drawdown', lost: 40, allowed: 60, left: 20 },
    { limit: 'daily-loss', lost: 15, allowed: 50, left: 35 },
    { limit: 'loss', lost: 10, allowed: 100, left: 90 },
  ])
})

it('a profit of the day adds room, and a limit that is passed leaves none', () => {
  const [first, , last] = lossRooms({ day: 1, total: -70, dayStart: -90, start: 0, peak: 0, realised: 0 }, limits)
  expect(first).toMatchObject({ limit: 'drawdown', left: 0 })
  expect(last).toMatchObject({ limit: 'daily-loss', lost: -20, left: 70 })
})

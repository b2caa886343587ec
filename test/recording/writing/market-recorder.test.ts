import { expect, it } from 'vitest'
import { MarketRecorder } from '../../../src/recording/writing/market-recorder.js'
import { TapeClock } from '../../../src/recording/writing/tape-clock.js'
import { marketOf } from '../../venue/session/fake-venue.js'
import { VirtualClock } from '../../venue/session/virtual-clock.js'

const HOUR_MS = 3_600_000

it('writes the terms of a market once while lists name it, and remembers nothing of one that they name no more', () => {
  const clock = new VirtualClock()
  const written: string[] = []
  const append = (line: string) => void written.push(JSON.parse(line).market.id)
  const recorder = new MarketRecorder({ clock: new TapeClock(clock), append, profile: undefined })
  const [staying, over] = [marketOf(1), marketOf(2)]
  recorder.market(over, 'list')
  for (let ms = 0; ms <= 3 * HOUR_MS; ms += HOUR_MS / 2) {
    recorder.market(staying, 'list')
    clock.advance(HOUR_MS / 2)
  }
  expect(written).toEqual([over.id, staying.id])
  recorder.market(over, 'list')
  expect(written).toEqual([over.id, staying.id, over.id])
})

import { expect, it } from 'vitest'
import { UnheardRequests } from '../../../src/execution/budget/unheard-requests.js'

it('keeps what was lost until something is answered', () => {
  const unheard = new UnheardRequests()
  for (const at of [100, 300]) unheard.add(at)
  expect([unheard.count, unheard.takeOldest(8_299)]).toEqual([2, undefined])
  // two seconds from the loss, half a second at least
  expect(unheard.takeAll(1_700)).toEqual([500, 600])
  expect([unheard.count, unheard.takeOldest(1e9)]).toEqual([0, undefined])
})

it('gives up one after the other where nothing ever is, from eight seconds after the last loss on', () => {
  const unheard = new UnheardRequests()
  for (const at of [100, 300]) unheard.add(at)
  expect([unheard.takeOldest(8_300), unheard.takeOldest(8_300), unheard.count]).toEqual([8_300, undefined, 1])
  // a look that comes late gives up as of then
  expect([unheard.takeOldest(50_000), unheard.takeOldest(50_000)]).toEqual([16_300, undefined])
})

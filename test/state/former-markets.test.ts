import { expect, it } from 'vitest'
import { forgetMarket, regrid } from '../../src/state/former-markets.js'
import { A, market } from '../risk/builders.js'

function pasts(isOther: boolean) {
  const heard: string[] = []
  const hear = (what: string) => () => {
    heard.push(what)
  }
  const orders = { regrid: () => isOther }
  const bookWatch = { forgetMarket: hear('book forgotten'), regrid: hear('book anew') }
  const estimates = { forgetMarket: hear('estimate forgotten'), regrid: hear('estimate resized') }
  const ownMatches = { forgetMarket: hear('matches forgotten') }
  const fees = { forgetMarket: hear('fee forgotten') }
  return { heard, fees, beliefs: { orders, bookWatch, estimates, ownMatches } }
}

it('of a market that is over nothing is known any more', () => {
  const { heard, ...known } = pasts(false)
  forgetMarket(known, A)
  expect(heard).toEqual(['book forgotten', 'estimate forgotten', 'matches forgotten', 'fee forgotten'])
})

it('on another tick or size step the book and the matches begin anew, and the estimate goes on', () => {
  const { heard, beliefs } = pasts(true)
  expect(regrid(beliefs, market(), market(A, { ticksPerUnit: 20 }))).toBe(true)
  expect(heard).toEqual(['book anew', 'matches forgotten', 'estimate resized'])
})

it('a market that is read again as it was is left alone', () => {
  const { heard, beliefs } = pasts(false)
  expect(regrid(beliefs, market(), market())).toBe(false)
  expect(heard).toEqual([])
})

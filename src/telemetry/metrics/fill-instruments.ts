// What is counted of own fills: of single markets, which leave when they are over, and of all, which go on.

import type { Registry } from 'prom-client'
import { makers } from './instrument-makers.js'

export function fillInstruments(registry: Registry) {
  const { counter } = makers(registry)
  return {
    fills: counter('fills_total', 'Own fills since the start, those whose settlement failed included.', ['market']),
    allFills: counter(
      'fills_all_total',
      'Own fills in all markets, those that are over included, as status, page and report count them.',
    ),
    sharesFilled: counter(
      'shares_filled_total',
      "Shares of own fills, settled, failed or neither yet, once the venue's list has them.",
      ['market', 'side'],
    ),
    allSharesFilled: counter('shares_filled_all_total', 'The same in all markets, those that are over included.', [
      'side',
    ]),
  }
}

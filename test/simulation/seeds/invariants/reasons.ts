// Names of the reasons for which a market may have one side, or none, once all is calm.

/** Why a market may have one side or none. A closed set; `docs/simulation.md` lists it. */
export const REASONS = [
  'market-over',
  'not-chosen',
  'other-words',
  'second-writer',
  'raised-nonce',
  'lost-too-much',
  'at-a-limit',
  'too-many-orders',
  'held-back',
  'thin-book',
  'price-moves',
  'inventory',
  'sibling',
  'former-order',
  'lost-order',
  'distrusted-book',
  'few-reads',
  'few-writes',
] as const
export type Reason = (typeof REASONS)[number]

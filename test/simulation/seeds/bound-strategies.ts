// The strategies of the simulation with their parameters: what a scenario says of them, and what another configuration says for a while.

import { type AnyQuoter, bindStrategy } from '../../../src/strategy/parse-params.js'
import { asLogit } from '../../../strategies/as-logit.js'
import { bestBidPeg } from '../../../strategies/best-bid-peg.js'
import { fixedSpread } from '../../../strategies/fixed-spread.js'
import { groupConsistent } from '../../../strategies/group-consistent.js'
import { inGroup } from './in-group.js'
import type { Setting } from './scenario.js'
import { NO_TERMS } from './terms.js'

const UNTIL_THE_END = { reduceOnlyMs: 0, stopMs: 0 }
const USUAL = { halfSpread: 0.025, size: 15 }
const OTHER = { halfSpread: 0.035, size: 8 }

type Bind = (setting: Setting, isOther: boolean) => AnyQuoter

const BOUND: Readonly<Record<Setting['strategy'], Bind>> = {
  'fixed-spread': ({ terms: { quotes = USUAL } = NO_TERMS }, isOther) =>
    bindStrategy(fixedSpread, { ...(isOther ? OTHER : quotes), ...UNTIL_THE_END }),
  'as-logit': ({ lives, terms: { params } = NO_TERMS }, isOther) =>
    bindStrategy(asLogit, {
      ...(lives === undefined ? {} : { ...UNTIL_THE_END, endShare: 0 }),
      ...params,
      ...(params !== undefined && isOther ? { size: OTHER.size } : {}),
    }),
  'in-group': ({ terms: { quotes = USUAL } = NO_TERMS }, isOther) => bindStrategy(inGroup, isOther ? OTHER : quotes),
  'best-bid-peg': (setting, isOther) => bindStrategy(bestBidPeg, paramsOf(setting, isOther)),
  'group-consistent': (setting, isOther) => bindStrategy(groupConsistent, paramsOf(setting, isOther)),
}

/** Of what ends with the event nothing comes before the end of the market, where nothing else is said. */
export function paramsOf(
  { terms: { params } = NO_TERMS }: Pick<Setting, 'terms'>,
  isOther: boolean,
): Readonly<Record<string, number | string>> {
  return { ...UNTIL_THE_END, endShare: 0, ...params, ...(isOther ? { size: OTHER.size } : {}) }
}

/** `isOther`: as the configuration says otherwise for a while. */
export const boundStrategy: Bind = (setting, isOther) => BOUND[setting.strategy](setting, isOther)

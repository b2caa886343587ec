// What a strategy's prices are made of, when somebody asks: terms that it only computes then are computed here, and judged like a wish.

import type { LazyTerms, Terms } from '../domain/orders/wish.js'
import { thrownText } from '../domain/thrown-place.js'
import { termsProblem } from './check-wish.js'

export interface ToldTerms {
  readonly terms?: Terms
  /** Why they cannot be told; the wish stands all the same. */
  readonly problem?: string
}

export function toldTerms(terms: LazyTerms | undefined): ToldTerms {
  if (typeof terms !== 'function') return terms === undefined ? {} : { terms }
  try {
    const told = terms()
    const problem = termsProblem(told)
    return problem === undefined ? { terms: { ...told } } : { problem }
  } catch (error) {
    return { problem: `terms: it threw: ${thrownText(error)}` }
  }
}

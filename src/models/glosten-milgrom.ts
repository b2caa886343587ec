// Break-even quotes against informed flow (Glosten and Milgrom 1985) for a value of 0 or 1.
//
//   ask = p (1 + a) / (1 + a (2p - 1))     bid = p (1 - a) / (1 - a (2p - 1))     a = informed share of the flow
//   in log-odds: x +- 2 artanh a, at every p

/** Half-spread in log-odds that covers an `informedShare` in [0, 1) that knows the outcome. */
export function outcomeHalfSpread(informedShare: number): number {
  return 2 * Math.atanh(informedShare)
}

/** Zero-profit bid at the probability `p`. */
export function breakEvenBid(p: number, informedShare: number): number {
  return (p * (1 - informedShare)) / (1 - informedShare * (2 * p - 1))
}

/** Zero-profit bid and ask at the probability `p`. */
export function breakEvenQuotes(p: number, informedShare: number): { readonly bid: number; readonly ask: number } {
  const bid = breakEvenBid(p, informedShare)
  return { bid, ask: (p * (1 + informedShare)) / (1 + informedShare * (2 * p - 1)) }
}

/** Half-spread in price units against traders who know only the next move: informed share x sigma x sqrt(seconds until we can react). */
export function nextMoveHalfSpread(informedShare: number, sigma: number, seconds: number): number {
  return informedShare * sigma * Math.sqrt(seconds)
}

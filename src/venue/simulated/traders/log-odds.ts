// Probability and log-odds:  x = ln(p / (1 - p))    p = 1 / (1 + e^-x)

/** `p` strictly inside (0, 1). */
export function logOdds(p: number): number {
  return Math.log(p / (1 - p))
}

export function fromLogOdds(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

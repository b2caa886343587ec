// Log-odds: logit(p) = ln(p / (1 - p)) and its inverse S(x) = 1 / (1 + e^-x).

/** Log-odds of a probability in (0, 1). 0 and 1 give -Infinity and Infinity. */
export function logit(p: number): number {
  return Math.log(p) - Math.log1p(-p)
}

/** Probability of log-odds; the form for x < 0 keeps small probabilities exact. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x))
  const odds = Math.exp(x)
  return odds / (1 + odds)
}

// Volatility of a price that must end at 0 or 1: sigma_p sqrt(tau) = phi(Phi^-1(p)), tau the time left
// (the event is the sign of a Brownian motion at the end; Taleb 2018, arXiv:1703.06351).

import { normalPdf, normalQuantile } from './normal.js'

/** Price volatility per square root of a second, with `secondsLeft` to resolution; Infinity when no time is left. */
export function resolutionVolatility(p: number, secondsLeft: number): number {
  if (secondsLeft <= 0) return Infinity
  return normalPdf(normalQuantile(p)) / Math.sqrt(secondsLeft)
}

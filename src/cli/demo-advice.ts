// What to try after the demo's first minute, in lines of at most 80 columns where addresses and paths allow it.

export interface DemoPlaces {
  readonly server: string
  readonly status: string
  /** Of the bot. */
  readonly page: string
  /** A configuration that reaches the demo's server. */
  readonly config: string
}

export const ADVICE_AFTER_MS = 60_000

export function demoAdvice({ server, page, status, config }: DemoPlaces): readonly string[] {
  return [
    '',
    "What to try next, while this runs ('quoin' is 'npm run -s quoin --' in a clone):",
    `  read the venue's API        ${server}/docs`,
    `  see what the bot does       ${page}`,
    `  see what the bot believes   ${status}`,
    `  break the venue             quoin faults ${config}`,
    '  trade otherwise             edit strategies/as-logit.ts (in a clone), restart',
    '  meet a real venue           quoin init bot.yaml --for testnet',
    '',
  ]
}

// Bots that divide the markets: why one is not this bot's to quote.

export interface NotOurs {
  /** `other-bot`: another quotes it, or is about to. `unclaimed`: nobody may, or is known to. */
  readonly reason: 'other-bot' | 'unclaimed'
  /** For people. */
  readonly detail: string
}

/** For people and machines. */
export interface FleetView {
  readonly name: string
  /** What Redis knows: `unread` until it was asked, `none` without one. */
  readonly memory: 'sure' | 'told' | 'forgotten' | 'unread' | 'none'
  /** That live, or are said to. */
  readonly bots: number
  /** Of those that this bot selects. */
  readonly markets: { readonly held: number; readonly others: number; readonly unclaimed: number }
  /** Markets that each bot has claimed. */
  readonly shares: readonly { readonly label: string; readonly weight: number; readonly markets: number }[]
}

// What is drawn as one when a result is resampled: the markets of a group are about one event and move together; any other market is one by itself.

interface OfGroup {
  readonly conditionId: string
  readonly groupId?: string
}

/** The markets of each event, in the order of its first one. */
export function eventsOf<T extends OfGroup>(markets: readonly T[]): (readonly T[])[] {
  const events = new Map<string, T[]>()
  for (const market of markets) {
    const key = market.groupId === undefined ? `market ${market.conditionId}` : `group ${market.groupId}`
    const known = events.get(key)
    if (known) known.push(market)
    else events.set(key, [market])
  }
  return [...events.values()]
}

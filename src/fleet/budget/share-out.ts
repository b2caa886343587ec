// A number of requests shared out among bots by what each wishes: nobody gets more than it wishes while another lacks.

export interface Wisher {
  readonly name: string
  readonly wish: number
}

export interface Sharing {
  /** Whose turn it is to get what does not divide: they move up by one with each. */
  readonly turn: number
  /** Of what nobody wishes each gets so much at most. */
  readonly headroom: number
}

export function shareOut(
  room: number,
  wishers: readonly Wisher[],
  { turn, headroom }: Sharing,
): ReadonlyMap<string, number> {
  const count = wishers.length
  const least = leastOf(room, count)
  const first = turn % Math.max(1, count)
  const byName = [...wishers].sort((a, b) => (a.name < b.name ? -1 : 1))
  const inTurn = [...byName.slice(first), ...byName.slice(0, first)]
  // the least wish first: what it leaves is for the others. Among equals the last ones get what does not divide
  const byWish = room < count ? inTurn : [...inTurn].sort((a, b) => a.wish - b.wish)
  let left = room
  const parts = byWish.map(({ name, wish }, i) => {
    const part = Math.min(Math.max(least, wish), Math.floor(left / (count - i)))
    left -= part
    return { name, part }
  })
  const more = parts.map((_, i) => Math.min(headroom, Math.floor((left + i) / count)))
  return new Map(parts.map(({ name, part }, i) => [name, part + (more[i] ?? 0)]))
}

/** Each bot's least part, for what is urgent: a quarter of an equal one, and a sixteenth of all at most. */
export function leastOf(room: number, bots: number): number {
  if (bots === 0 || room < bots) return 0
  return Math.max(1, Math.floor(room / (4 * Math.max(4, bots))))
}

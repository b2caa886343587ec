// Several streams of batches as one in the order of time, without more of each in memory than its current batch.

interface Head<T> {
  readonly rest: AsyncIterator<readonly T[]>
  batch: readonly T[]
  next: number
}

/**
 * Each source must be in order itself. Of equal times the earlier source comes first. A source that begins at `startsAt` is not opened
 * before that time has come.
 */
export async function* inTimeOrder<T>(
  sources: readonly { readonly startsAt: number; readonly open: () => AsyncIterable<readonly T[]> }[],
  timeOf: (value: T) => number,
): AsyncGenerator<readonly T[]> {
  const waiting = [...sources].sort((a, b) => a.startsAt - b.startsAt)
  const heads: Head<T>[] = []
  const open = async () => {
    const [source] = waiting.splice(0, 1)
    const head = source && { rest: source.open()[Symbol.asyncIterator](), batch: [], next: 0 }
    if (head && (await fill(head))) heads.push(head)
  }
  try {
    for (;;) {
      while (heads.length === 0 && waiting.length > 0) await open()
      const first = earliest(heads, timeOf)
      if (first === undefined) return
      const soonest = waiting[0]?.startsAt ?? Number.POSITIVE_INFINITY
      if (soonest <= first.at) {
        await open()
        continue
      }
      yield takeUntil(first.head, Math.min(first.until, soonest), timeOf)
      if (first.head.next >= first.head.batch.length && !(await fill(first.head)))
        heads.splice(heads.indexOf(first.head), 1)
    }
  } finally {
    for (const { rest } of heads) await rest.return?.()
  }
}

async function fill<T>(head: Head<T>): Promise<boolean> {
  for (;;) {
    const { value, done } = await head.rest.next()
    if (done) return false
    if (value.length === 0) continue
    head.batch = value
    head.next = 0
    return true
  }
}

/** The head whose next value is the earliest, and the time up to which no other has one. */
function earliest<T>(heads: readonly Head<T>[], timeOf: (value: T) => number) {
  let best: { head: Head<T>; at: number } | undefined
  let until = Number.POSITIVE_INFINITY
  for (const head of heads) {
    const value = head.batch[head.next]
    if (value === undefined) continue
    const at = timeOf(value)
    if (best === undefined) best = { head, at }
    else if (at < best.at) {
      until = Math.min(until, best.at)
      best = { head, at }
    } else until = Math.min(until, at)
  }
  return best && { ...best, until }
}

/** From the batch, all that come before `until`; one at least. */
function takeUntil<T>(head: Head<T>, until: number, timeOf: (value: T) => number): readonly T[] {
  const { batch, next } = head
  const last = batch.at(-1)
  let end = batch.length
  if (last !== undefined && timeOf(last) >= until) {
    end = next + 1
    for (let value = batch[end]; value !== undefined && timeOf(value) < until; value = batch[end]) end++
  }
  head.next = end
  return next === 0 && end === batch.length ? batch : batch.slice(next, end)
}

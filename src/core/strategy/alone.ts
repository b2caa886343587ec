// Work on several markets at once; when it fails, on each alone, so that the fault stays with the market that it is in.

/** `work` on all items, or, when that throws, on one after the other; an item that fails alone goes to `onFault`. */
export function eachAlone<T, R>(
  items: readonly T[],
  work: (some: readonly T[]) => R,
  onFault: (item: T, error: unknown) => void,
): R[] {
  try {
    return [work(items)]
  } catch {
    return items.flatMap((item) => {
      try {
        return [work([item])]
      } catch (error) {
        onFault(item, error)
        return []
      }
    })
  }
}
